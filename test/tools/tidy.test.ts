import { afterEach, expect, it } from 'vitest';
import { type Copy, copyRepository } from './copy.ts';

const lines = (count: number) => 'export {};\n'.repeat(count);

/** One violation of every house rule, and lines that must not count as one. */
const FINDINGS: [rule: string, file: string, text: string][] = [
  ['long-file', 'src/gateway/payments/planted-long.ts', lines(321)],
  [
    'long-function',
    'src/gateway/payments/planted-function.ts',
    `export function planted() {\n${'  void 0;\n'.repeat(79)}}\n`,
  ],
  ['left-over-mark', 'src/gateway/payments/planted-mark.ts', `// ${'TO'}${'DO'}: later\n`],
  ['left-over-mark', 'db/migrations/0099_planted.sql', `-- ${'FIX'}${'ME'}\n`],
  ['test-that-does-not-run', 'src/gateway/payments/planted.test.ts', `it.${'only'}('x', () => {});\n`],
  ['test-that-does-not-run', 'test/planted.test.ts', `describe.concurrent.${'skip'}('x', () => {});\n`],
  ['clock-or-chance-in-rules', 'src/gateway/payments/planted-a.rules.ts', 'export const a = new Date();\n'],
  ['clock-or-chance-in-rules', 'src/gateway/payments/planted-b.rules.ts', 'export const b = Date.now();\n'],
  ['clock-or-chance-in-rules', 'src/gateway/payments/planted-c.rules.ts', 'export const c = Math.random();\n'],
  ['database-clock', 'src/gateway/payments/planted.sql.ts', "export const sql = 'SELECT now()';\n"],
  [
    'database-clock',
    'db/migrations/0098_planted.sql',
    'CREATE TABLE planted (at timestamptz DEFAULT CURRENT_TIMESTAMP);\n',
  ],
  ['column-gone-too-early', 'db/migrations/0096_planted.sql', 'ALTER TABLE payments DROP COLUMN fee_cents;\n'],
  ['column-gone-too-early', 'db/migrations/0095_planted.sql', 'ALTER TABLE payments RENAME COLUMN fee_cents TO fee;\n'],
  [
    'network-without-import',
    'src/gateway/payments/planted-fetch.ts',
    "export const answer = fetch('https://example.com');\n",
  ],
  ['long-line', 'src/planted/planted-comment.ts', `  // ${'word '.repeat(24)}\n`],
  ['long-line', 'src/planted/planted-block.ts', `/**\n * ${'word '.repeat(24)}\n */\n`],
  ['long-line', 'src/planted/planted-code.ts', `export const text = '${'word '.repeat(30)}';\n`],
  ['network-without-import', 'web/pay/planted-fetch.ts', "export const answer = fetch('https://example.com');\n"],
  ['network-without-import', 'packages/client/src/planted.ts', "export const a = fetch('https://example.com');\n"],
  ['long-file', 'packages/client/src/planted-long.ts', lines(321)],
  ['file-name', 'src/gateway/payments/PlantedName.ts', 'export {};\n'],
  ['file-name', 'db/migrations/Planted.sql', 'SELECT 1;\n'],
  ['dead-path', 'docs/planted-code.md', 'It is in `src/gateway/planted-gone.ts`.\n'],
  ['dead-path', 'docs/planted-fence.md', '```sh\nnode tools/planted-gone.mjs --quick\n```\n'],
  ['dead-path', 'docs/planted-link.md', 'See [it](docs/planted-gone.md#begin).\n'],
  ['dead-path', 'docs/planted-folder.md', 'Look into `test/planted-gone/`.\n'],
  ['dead-path', 'docs/planted-many.md', 'All of `src/planted-gone/*.rules.ts`.\n'],
  ['dead-path', 'docs/planted-ending.md', 'It is in `planted-gone/permissions.rules.ts`.\n'],
  ['download-address-in-lock-file', 'package-lock.json', '{ "resolved": "https://registry.npmjs.org/x.tgz" }\n'],
];

const INNOCENT: [file: string, text: string][] = [
  ['src/gateway/payments/innocent-length.ts', lines(320)],
  ['packages/client/src/innocent.generated.ts', lines(321)],
  ['src/gateway/payments/innocent.ts', 'export const at = (clock: { now(): Promise<Date> }) => clock.now();\n'],
  ['src/gateway/payments/innocent.rules.ts', 'export const day = (text: string) => new Date(text);\n'],
  ['src/planted/innocent-line.ts', `// ${'word '.repeat(23)}\n// ${'w'.repeat(200)}\n`],
  ['src/planted/innocent-title.test.ts', `it('${'says much '.repeat(12)}', () => {});\n`],
  ['test/innocent.test.ts', "it.skipIf(process.platform === 'win32')('x', () => {});\n"],
  ['docs/innocent.md', 'See `src/ground/money/`, `tools/check/tidy.mjs`: and [this](docs/innocent.md#begin).\n'],
  ['docs/innocent-ending.md', 'It is `check/tidy.mjs`, or `tidy.mjs`.\n'],
  [
    'docs/innocent-placeholder.md',
    '`src/<storey>/<room>/x.ts`, `src/ground/*/y.ts`, `tools/check/…`, `verb-noun.ts`\n',
  ],
  ['docs/innocent-address.md', 'https://example.com/docs/gone, `/docs/gone`, `dist/web/gone.js`, `@vintem/src/gone`\n'],
  ['packages/client/innocent.md', 'Of its own folder: `src/innocent.generated.ts`.\n'],
  ['db/migrations/0094_innocent.sql', 'ALTER TABLE payments DROP COLUMN old_fee; -- unread since 0.2.0\n'],
  ['db/migrations/0097_innocent.sql', 'UPDATE schema_migrations SET applied_at = now();\n'],
];

let copy: Copy;
afterEach(() => copy.remove());

/** The tool loads a compiler; a busy machine takes its time. */
const TIMEOUT_MS = 300_000;

it('finds a violation of every house rule and nothing else', { timeout: TIMEOUT_MS }, async () => {
  copy = copyRepository('src/ground/money', 'tools', 'biome.json');
  for (const [, file, text] of FINDINGS) copy.plant(file, text);
  for (const [file, text] of INNOCENT) copy.plant(file, text);
  const { code, output } = await copy.run('tools/check/tidy.mjs');
  expect(code).toBe(1);
  const told = output.split('\n');
  for (const [rule, file] of FINDINGS) {
    expect(
      told.some((line) => line.startsWith(`${file}:`) && line.includes(` ${rule}: `)),
      `${rule} in ${file}\n${output}`,
    ).toBe(true);
  }
  for (const [file] of INNOCENT) expect(output).not.toContain(file);
});

it('does not take an empty walk for a success', async () => {
  copy = copyRepository('tools/check', 'biome.json');
  const { code, output } = await copy.run('tools/check/tidy.mjs');
  expect(code).toBe(1);
  expect(output).toContain('nothing was checked');
});
