// What a million spheres cost while they are turned: processor time a picture of the browser without a graphics card.
//
//   FLOC=build/release/floc node web/test/million.js [dark]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, openPage, settle } from './browser.js';

const scene = `
[scene]
dimension = 3
[time]
step = 1e-3
end = 1e-3
[[particles]]
kind = "lattice"
counts = [100, 100, 100]
origin = [0, 0, 0]
spacing = 0.01
radius = 0.0045
velocity = [1, 0, 0]
[output]
contacts = false
`;

// Seconds of the processor that this process's children have had, and theirs.
function spent() {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const cells = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
      return [{ pid: +pid, parent: +cells[1], ticks: +cells[11] + +cells[12] }];
    } catch {
      return [];
    }
  });
  const of = (parent) => all.filter((p) => p.parent === parent).reduce((sum, p) => sum + p.ticks + of(p.pid), 0);
  return of(process.pid) / 100;
}

const folder = mkdtempSync(join(tmpdir(), 'floc-million-'));
const floc = (...words) => execFileSync(process.env.FLOC ?? 'floc', words, { encoding: 'utf8' });
const browser = await openBrowser();
try {
  writeFileSync(join(folder, 'scene.toml'), scene);
  floc('run', join(folder, 'scene.toml'), '-o', join(folder, 'run'), '-q');
  floc('view', join(folder, 'run'));
  const opened = performance.now();
  const { page, heard } = await openPage(browser, join(folder, 'run/view.html'), process.argv[2]);
  await settle(page);
  console.log(`opened in ${((performance.now() - opened) / 1000).toFixed(0)} s`);
  const turns = 8;
  for (const thin of [1, 4, 16, 64]) {
    const before = spent();
    const script = await page.evaluate(async ([share, times]) => {
      const { view } = floc;
      const { camera, controls } = view.eye;
      const began = view.cost.milliseconds;
      for (let k = 0; k < times; ++k) {
        camera.position.sub(controls.target).applyAxisAngle(camera.up, 0.05).add(controls.target);
        camera.lookAt(controls.target); // the controls would have it drawn once more
        view.renderNow(share);
        await new Promise((done) => requestAnimationFrame(done));
        const gl = view.sights[0].renderer.getContext(); // waits for the picture
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      }
      return (view.cost.milliseconds - began) / times;
    }, [thin, turns]);
    console.log(`one of ${thin}: ${((1000 * (spent() - before)) / turns).toFixed(0)} ms of the processor a picture, ${script.toFixed(0)} ms of them in the script`);
  }
  for (const line of heard) console.log(line);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
