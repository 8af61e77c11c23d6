// `npm run test:medusa`: installs Medusa into examples/medusa-shop, which is a folder of its own, and tries our
// provider with it: first against its types, then a whole shop. No part of `npm test`: Medusa is a thousand packages.
// node tools/check/medusa.mjs [arguments of vitest]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHOP = path.join(ROOT, 'examples/medusa-shop');
const LOCK = path.join(SHOP, 'package-lock.json');
/** Says which lock file the folder was installed from. */
const INSTALLED = path.join(SHOP, 'node_modules/.installed-from');
const OURS = ['client', 'medusa'];

run('npm', ['run', '--silent', 'build:medusa'], ROOT);
if (isInstalled()) refreshOurs();
else install();
run('npx', ['tsc', '-p', 'packages/medusa/tsconfig.medusa.json'], ROOT);
run('npx', ['vitest', 'run', '--config', 'vitest.medusa.config.ts', ...process.argv.slice(2)], ROOT);

function isInstalled() {
  return existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === readFileSync(LOCK, 'utf8');
}

function install() {
  console.log('installing Medusa into examples/medusa-shop: this takes some minutes');
  // Not `npm ci`: it wants the optional packages of every platform in the lock file, which not every registry has.
  run('npm', ['install', '--no-save'], SHOP);
  writeFileSync(INSTALLED, readFileSync(LOCK));
}

/** Our own packages are copied there, as they would come from a registry, and have been built anew since. */
function refreshOurs() {
  for (const name of OURS) {
    for (const part of ['dist', 'package.json']) {
      cpSync(path.join(ROOT, 'packages', name, part), path.join(SHOP, 'node_modules/@vintem', name, part), {
        recursive: true,
      });
    }
  }
}

function run(program, words, cwd) {
  const { status } = spawnSync(program, words, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
