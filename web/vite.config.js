// Builds dist/view.html: one file with its scripts and styles inside, the notice of three.js, and a
// fingerprint of the sources it was made from, by which a test knows a build that is out of date.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { fingerprint } from './fingerprint.js';

const notice = readFileSync(new URL('node_modules/three/LICENSE', import.meta.url), 'utf8').trim();

const oneFile = {
  name: 'one-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html'];
    let html = page.source;
    for (const [name, item] of Object.entries(bundle)) {
      if (item === page) continue;
      const file = `[^"]*${item.fileName.split('/').pop().replaceAll('.', '\\.')}`;
      const script = item.type === 'chunk';
      const tag = script ? new RegExp(`<script[^>]*src="${file}"[^>]*></script>`) : new RegExp(`<link[^>]*href="${file}"[^>]*>`);
      const text = script ? item.code.replaceAll('</script', '<\\/script').trim() : item.source.trim();
      if (!tag.test(html)) this.error(`${name} is not asked for by the page`);
      html = html.replace(tag, () => (script ? `<script type="module">\n${text}\n</script>` : `<style>\n${text}\n</style>`));
      delete bundle[name];
    }
    html = html.replace('<head>', () => `<head>\n<!--\nMade from web/ by "make web"; carries three.js, which comes with this notice:\n\n${notice}\n-->`);
    page.source = html.replace('SOURCES', fingerprint());
    page.fileName = 'view.html';
  },
};

export default defineConfig({
  base: './',
  plugins: [oneFile],
  build: {
    target: 'es2022',
    assetsInlineLimit: 1e9,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
});
