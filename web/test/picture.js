// A screenshot of a page, as the documentation has them:
//
//   node test/picture.js run/view.html picture.png '#t=0.6&colour=speed' [dark] [body to pick]
import { resolve } from 'node:path';
import { openBrowser, openPage, settle } from './browser.js';

const [file, picture, moment = '', scheme = 'light', body] = process.argv.slice(2);
const browser = await openBrowser();
const { page, heard } = await openPage(browser, resolve(file) + moment, scheme);
await page.setViewportSize({ width: 1280, height: 800 });
if (body !== undefined) {
  await settle(page);
  const { x, y } = await page.evaluate((i) => floc.place(i), Number(body));
  await page.mouse.click(x, y);
  await page.keyboard.press('p');
}
await settle(page);
await page.screenshot({ path: picture });
await browser.close();
for (const line of heard) console.error(line);
