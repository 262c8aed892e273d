// FNV-1a over the names and contents of all that the page is made from, as src/core/hash.hpp has it.
// tests/draw/view_page_test.cpp computes the same without Node.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

export function fingerprint() {
  const names = ['fingerprint.js', 'index.html', 'package-lock.json', 'package.json', 'vite.config.js'];
  names.push(...readdirSync(root + 'src').map((name) => 'src/' + name));
  let hash = 0xcbf29ce484222325n;
  for (const name of names.sort())
    for (const text of [Buffer.from(name), readFileSync(root + name)])
      for (const byte of text) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
