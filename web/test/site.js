// The site of the documentation in a real browser, by its path: search, dark and light, mathematics, and no network.
//
//   node test/site.js [build/site]
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './browser.js';

const site = resolve(process.argv[2] ?? fileURLToPath(new URL('../../build/site', import.meta.url)));
const at = (path) => `file://${join(site, path)}`;
const tests = [];
const test = (name, body) => tests.push({ name, body });

// A tab; `heard` has what it asks of anything but files, and every error.
async function openTab(browser, path, colorScheme = 'light') {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme });
  page.setDefaultTimeout(60000);
  const heard = [];
  page.on('request', (r) => /^(file|data|blob):/.test(r.url()) || heard.push(`request ${r.url()}`));
  // A browser leaves a movie once it knows its size.
  const left = (r) => r.resourceType() === 'media' && r.failure().errorText === 'net::ERR_ABORTED';
  page.on('requestfailed', (r) => left(r) || heard.push(`failed ${r.url()}`));
  page.on('pageerror', (e) => heard.push(`error ${e.message}`));
  page.on('console', (m) => m.type() === 'error' && heard.push(`console ${m.text()}`));
  if (path) await page.goto(at(path));
  return { page, heard };
}

// Runs in the page: every text of the article with the contrast it has to the ground behind it (WCAG 2).
function contrasts() {
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const over = (top, below) => { const a = top[3] ?? 1; return [0, 1, 2].map((k) => a * top[k] + (1 - a) * below[k]); };
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const colour = numbers(getComputedStyle(e).backgroundColor);
      if ((colour[3] ?? 1) > 0) layers.unshift(colour);
    }
    return layers.reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const found = [];
  const walk = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement, style = getComputedStyle(element);
    if (!node.textContent.trim() || element.closest('.katex-mathml, .headerlink, svg, script, style') || !element.getClientRects().length) continue;
    if (style.visibility !== 'visible' || Number(style.opacity) === 0) continue;
    const below = ground(element), [a, b] = [luminance(over(numbers(style.color), below)), luminance(below)];
    found.push({ text: node.textContent.trim().slice(0, 30), code: !!element.closest('pre'), ground: b, contrast: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) });
  }
  return found;
}

test('what is looked for is found, and followed', async ({ browser }) => {
  const { page, heard } = await openTab(browser, 'index.html');
  for (const [query, name, heading] of [['servo piston', 'howto/servo.html', /hold a force/], ['Lacey mixing', 'theory/measurements.html', /./], ['Simulation.contact_graph', 'api/python.html', /Python/]]) {
    await page.goto(at('index.html'));
    await page.fill('.sidebar-search', query);
    await page.press('.sidebar-search', 'Enter');
    await page.waitForSelector('#search-results ul.search li a');
    const results = await page.$$eval('#search-results ul.search li > a', (links) => links.map((link) => link.href));
    const place = results.findIndex((address) => address.startsWith(at(name)));
    assert.ok(place >= 0 && place < 8, `${query}: ${name} is not among the first of ${results.join(' ')}`);
    const context = await page.textContent(`#search-results ul.search li:nth-child(${place + 1})`);
    assert.ok(context.toLowerCase().includes(query.split(/[ .]/).at(-1).toLowerCase()), `${query}: ${context}`);
    await page.click(`#search-results ul.search li:nth-child(${place + 1}) > a`);
    await page.waitForSelector('article h1');
    assert.ok(page.url().startsWith(at(name)), page.url());
    assert.match(await page.textContent('article h1'), heading);
  }
  assert.deepEqual(heard, []);
  await page.close();
});

test('what is not there is not found', async ({ browser }) => {
  const { page, heard } = await openTab(browser, 'search.html?q=xylophonequartz');
  await page.waitForFunction(() => /did not match|no results/i.test(document.querySelector('#search-results')?.textContent ?? ''));
  assert.deepEqual(heard, []);
  await page.close();
});

for (const scheme of ['light', 'dark'])
  test(`a browser that is ${scheme} gets ${scheme} pages, and text that can be read`, async ({ browser, pictures }) => {
    for (const path of ['index.html', 'theory.html', 'howto/python.html', 'howto/run.html']) {
      const { page, heard } = await openTab(browser, path, scheme);
      const texts = await page.evaluate(contrasts);
      assert.ok(texts.length > 50, `${path}: ${texts.length} texts`);
      const said = texts.filter((t) => !t.code);
      assert.ok(said.filter((t) => (scheme === 'dark' ? t.ground < 0.1 : t.ground > 0.8)).length > 0.95 * said.length, `${path} is not ${scheme}`);
      // 4.5 is what WCAG asks of text; comments of code are fainter on purpose.
      for (const t of texts) assert.ok(t.contrast >= (t.code ? 2.5 : 4.5), `${path}, "${t.text}": ${t.contrast.toFixed(2)}`);
      if (pictures) await page.screenshot({ path: join(pictures, `${path.replaceAll('/', '-')}-${scheme}.png`) });
      assert.deepEqual(heard, []);
      await page.close();
    }
  });

test('the switch of the theme makes a light page dark, and a page that is opened again is still so', async ({ browser }) => {
  const { page } = await openTab(browser, 'index.html', 'light');
  const dark = () => page.evaluate(() => Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]) < 128);
  assert.equal(await dark(), false);
  for (let clicks = 0; !(await dark()); ++clicks) {
    assert.ok(clicks < 3, 'as the browser has it, light, dark');
    await page.evaluate(() => document.querySelector('.theme-toggle').click());
  }
  await page.goto(at('theory.html'));
  assert.equal(await dark(), true);
  await page.close();
});

test('mathematics is set, in its own fonts', async ({ browser }) => {
  for (const [path, fewest] of [['theory.html', 2], ['theory/measurements.html', 4], ['theory/fluid.html', 3], ['theory/friction.html', 3]]) {
    const { page, heard } = await openTab(browser, path);
    await page.evaluate(() => document.fonts.ready);
    const { formulas, faults, fonts, hidden, raw } = await page.evaluate(() => ({
      formulas: [...document.querySelectorAll('article .katex .katex-html')].map((e) => e.getBoundingClientRect()).map((r) => [r.width, r.height]),
      faults: document.querySelectorAll('.katex-error').length,
      fonts: [...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family.replaceAll('"', '')),
      hidden: Math.max(...[...document.querySelectorAll('article .katex-mathml')].map((e) => e.getBoundingClientRect().height)),
      raw: [...document.querySelectorAll('article p')].filter((p) => {
        const rest = p.cloneNode(true);
        rest.querySelectorAll('.katex, code').forEach((e) => e.remove());
        return /\$|\\(frac|lambda|sum|cdot)/.test(rest.textContent);
      }).map((p) => p.textContent.slice(0, 60)),
    }));
    assert.ok(formulas.length >= fewest, `${path}: ${formulas.length} formulas`);
    assert.ok(formulas.every(([width, height]) => width > 5 && height > 5), `${path}: ${formulas}`);
    assert.equal(faults, 0);
    assert.deepEqual(raw, []);
    for (const name of ['KaTeX_Main', 'KaTeX_Math']) assert.ok(fonts.includes(name), `${path}: ${name} is not among ${fonts}`);
    assert.ok(hidden <= 1, 'MathML is for those who listen'); // it is hidden by the style, which is therefore there
    assert.deepEqual(heard, []);
    await page.close();
  }
});

test('no page asks anything of a network, or complains', async ({ browser }) => {
  const pages = readdirSync(site, { recursive: true, withFileTypes: true }).filter((f) => f.name.endsWith('.html'))
    .map((f) => join(f.path, f.name).slice(site.length + 1)).filter((path) => !/^(code|_static)\//.test(path)).sort();
  assert.ok(pages.length > 60, `${pages.length} pages`);
  const { page, heard } = await openTab(browser);
  for (const path of pages) {
    heard.length = 0;
    await page.goto(at(path), { waitUntil: 'load' });
    const broken = await page.$$eval('img', (images) => images.filter((i) => i.loading !== 'lazy' && i.complete && i.naturalWidth === 0).map((i) => i.src));
    assert.deepEqual([...heard, ...broken], [], path);
  }
  await page.close();
});

const browser = await openBrowser();
let failed = 0;
try {
  for (const { name, body } of tests) {
    const began = performance.now();
    try {
      await body({ browser, pictures: process.env.PICTURES });
      console.log(`  ok  ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failed;
      console.log(`FAIL  ${name}\n      ${error.stack.replaceAll('\n', '\n      ')}`);
    }
  }
} finally {
  await browser.close();
}
console.log(`${failed} failed of ${tests.length} in the browser`);
process.exitCode = failed ? 1 : 0;
