import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What each file of a folder of the bench exports, as Node sees it: whatever it imports must be there. */
function exportsIn(folder: string): Record<string, Record<string, string>> {
  const urls = readdirSync(new URL(`../../bench/${folder}/`, import.meta.url)).map(
    (name) => new URL(`../../bench/${folder}/${name}`, import.meta.url).href,
  );
  const script = `const found = {};
    for (const url of ${JSON.stringify(urls)}) {
      const { default: flood = {}, ...named } = await import(url);
      found[url.split('/').at(-1)] = Object.fromEntries(
        Object.entries({ ...flood, ...named }).map(([name, value]) => [name, typeof value]));
    }
    process.stdout.write(JSON.stringify(found), () => process.exit(0));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

it('a measure that runs once a year is not found broken then', () => {
  const measures = Object.entries(exportsIn('measures'));
  expect(measures.length).toBeGreaterThan(10);
  for (const [name, { measure, minutes }] of measures) {
    expect(measure, name).toBe('function');
    expect(minutes, name).toMatch(/^(function|number)$/);
  }
});

it('nor is a flood', () => {
  const floods = Object.entries(exportsIn('floods'));
  expect(floods.length).toBeGreaterThan(20);
  for (const [name, flood] of floods) expect(flood, name).toMatchObject({ name: 'string', requests: 'function' });
});
