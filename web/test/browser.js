// Chromium as the tests use it: drawing in software, and with ears open for requests and complaints.
import { chromium } from 'playwright-core';

const graphics = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

export async function openBrowser() {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // root has none
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...graphics, ...sandbox] });
  return browser;
}

// Waits for something to be true in the page (playwright's own way needs what the page forbids).
export async function until(page, what) {
  while (!(await page.evaluate(what))) await page.waitForTimeout(20);
}

// A page loaded from a file path; `heard` has all requests but its own, and all errors.
export async function openPage(browser, file, colorScheme = 'light') {
  const page = await browser.newPage({ viewport: { width: 1100, height: 720 }, colorScheme });
  page.setDefaultTimeout(120000);
  const heard = [];
  const address = file.startsWith('http') ? file : `file://${file}`;
  const own = address.split('#')[0];
  page.on('request', (r) => r.url().split('#')[0] !== own && !(own.startsWith('http') && r.url().startsWith(own)) && !r.url().startsWith('data:') && heard.push(`request ${r.url()}`));
  page.on('pageerror', (e) => heard.push(`error ${e.message}`));
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && !m.text().includes('GPU stall') && heard.push(`${m.type()} ${m.text()}`));
  await page.goto(address);
  await until(page, () => window.floc || !document.getElementById('wait').textContent.startsWith('Loading'));
  if (!(await page.evaluate('!!window.floc'))) throw new Error(await page.textContent('#wait'));
  return { page, heard };
}

// Two pictures after the last change, so that what is on the screen is what the page means.
export const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))));

// The screen as a function of a place: colours as [r, g, b]. An empty page decodes the PNG.
export async function look(page, decoder) {
  await settle(page);
  const png = (await page.screenshot()).toString('base64');
  const { width, bytes } = await decoder.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let out = '';
    for (let i = 0; i < data.length; i += 8192) out += String.fromCharCode(...data.subarray(i, i + 8192));
    return { width: image.width, bytes: btoa(out) };
  }, png);
  const data = Buffer.from(bytes, 'base64');
  return (x, y) => [...data.subarray(4 * (Math.round(y) * width + Math.round(x))).subarray(0, 3)];
}
