import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transpileModule } from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signWebhook } from '../../src/news/webhooks/deliveries/signature.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

/** Every command of README and of the short guides runs, in order, against a running server. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LANGUAGES = ['pt', 'en'] as const;

interface Block {
  page: string;
  language: string;
  text: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(`${ROOT}${page}`, 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', content = '']) => ({
    page,
    language,
    text: content,
  }));
}

const pagesOf = (language: string) =>
  readdirSync(`${ROOT}docs/guides/${language}`)
    .sort()
    .map((name) => `docs/guides/${language}/${name}`);
const guides = Object.fromEntries(
  LANGUAGES.map((language) => [language, pagesOf(language).flatMap(blocksOf)]),
) as Record<(typeof LANGUAGES)[number], Block[]>;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const END_OF_BLOCK = '=== end of block ===';

/**
 * Runs the blocks in one shell that stops at the first failure. Answers with what each of them printed, errors
 * included. The pipe to `cat` is one that `/dev/stderr` can open, which it cannot with what Node gives to a child.
 */
async function runInOneShell(blocks: readonly string[]): Promise<string[]> {
  const script = ['set -e -o pipefail', ...blocks.map((text) => `${text}\necho '${END_OF_BLOCK}'`)].join('\n');
  const printed = await new Promise<string>((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '', API: gateway.url };
    const shell = execFile(
      'bash',
      ['-o', 'pipefail', '-c', 'bash 2>&1 | cat'],
      { env, timeout: 30_000 },
      (error, out, err) => {
        if (error) reject(new Error(`the shell ended after:\n${out}\n${err}`));
        else resolve(out);
      },
    );
    shell.stdin?.end(script);
  });
  return printed.split(`${END_OF_BLOCK}\n`);
}

/** Figures that a guide explains must be what the server says; of all else the shape is compared. */
const EXACT =
  /^(amount|total|fee|share|net|available|future|retention|\w*_?balance|refunded_amount|remaining|status|code|success)$/;

function expectShape(told: unknown, expected: unknown, path = 'answer'): void {
  if (Array.isArray(expected)) {
    expect(Array.isArray(told), path).toBe(true);
    for (const [index, one] of expected.entries()) expectShape((told as unknown[])[index], one, `${path}[${index}]`);
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, value] of Object.entries(expected)) {
      expect(told, path).toHaveProperty(key);
      const found = (told as Record<string, unknown>)[key];
      if (EXACT.test(key) && typeof value !== 'object') expect(found, `${path}.${key}`).toBe(value);
      else expectShape(found, value, `${path}.${key}`);
    }
  } else expect(typeof told, path).toBe(typeof expected);
}

it('the guides of both languages have the same pages with the same code', () => {
  const code = (language: (typeof LANGUAGES)[number]) =>
    guides[language].map(({ language: of, text }) => ({ of, text }));
  expect(pagesOf('pt')).toHaveLength(11);
  expect(code('en')).toEqual(code('pt'));
});

it('every command of the guides runs, and answers as the guides say', async () => {
  const blocks = guides.en;
  const commands = blocks.filter(({ language }) => language === 'bash');
  const answers = await runInOneShell(commands.map(({ text }) => text));
  let compared = 0;
  for (const [index, block] of blocks.entries()) {
    if (block.language !== 'json') continue;
    const before = blocks.slice(0, index).filter(({ language }) => language === 'bash').length - 1;
    const last = (answers[before] ?? '').trim().split('\n').at(-1) ?? '';
    expectShape(JSON.parse(last), JSON.parse(block.text), block.page);
    compared++;
  }
  expect(compared).toBeGreaterThan(10);
});

it('the first payment of README ends approved', async () => {
  const [order] = blocksOf('README.md').filter(({ text }) => text.includes('curl'));
  const [printed = ''] = await runInOneShell([(order as Block).text.replaceAll('localhost:3000', gateway.url)]);
  expect(printed).toContain('"status":2,"status_payment_name":"APPROVED"');
});

describe('the snippets that check a signature', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const body = '{"event":"payment.approved","name":"São João"}';
  const now = Math.floor(Date.now() / 1000);
  const signed = (secrets: string[], timestampSeconds = now) =>
    signWebhook({ id: 'evt_1', timestampSeconds, body, secrets }) as unknown as Record<string, string>;
  const cases = [
    { headers: signed([secret]), body, expected: true },
    { headers: signed([other, secret]), body, expected: true },
    { headers: signed([other]), body, expected: false },
    { headers: signed([secret]), body: `${body} `, expected: false },
    { headers: signed([secret], now - 400), body, expected: false },
    { headers: {}, body, expected: false },
    // Digits to some, and no number: whoever sends them is refused like anybody else.
    ...['²', '9'.repeat(5_000), '-1', '1e3'].map((timestamp) => ({
      headers: { ...signed([secret]), 'webhook-timestamp': timestamp },
      body,
      expected: false,
    })),
  ];
  const snippet = (language: string) => guides.en.find((block) => block.language === language)?.text ?? '';

  it('TypeScript', async () => {
    const { outputText } = transpileModule(snippet('ts'), { compilerOptions: { module: 99, target: 9 } });
    const address = `data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`;
    const { isFromVintem } = await import(/* @vite-ignore */ address);
    for (const one of cases) expect(isFromVintem(one.body, one.headers, secret)).toBe(one.expected);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it.skipIf(!hasPython)('Python', () => {
    const program = `${snippet('python')}
import json, sys
print(json.dumps([is_from_vintem(one["body"].encode(), one["headers"], "${secret}") for one in json.load(sys.stdin)]))`;
    const run = spawnSync('python3', ['-c', program], { input: JSON.stringify(cases), encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual(cases.map(({ expected }) => expected));
  });
});
