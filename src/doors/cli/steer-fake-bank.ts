import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import { CliError } from './command.ts';

/** Asks the fake bank of a folder for something, at the address that it left there. */
export async function steer(
  folder: string,
  route: string,
  body: object | null,
  startWith = 'vintem fake-bank',
): Promise<Record<string, unknown>> {
  const file = path.join(folder, 'control-url');
  let answer: { statusCode: number; json: Record<string, unknown> };
  try {
    const url = `${await readFile(file, 'utf8')}${route}`;
    const { statusCode, body: read } = await (body === null
      ? request(url)
      : request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }));
    const text = await read.text();
    answer = { statusCode, json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  } catch {
    throw new CliError(`no fake bank runs here (${file}): start it with ${startWith}`);
  }
  if (answer.statusCode >= 400) throw new CliError(String(answer.json['error']));
  return answer.json;
}

/** Reais as a person types them, in cents; nothing where nothing was typed. */
export function amountOf(text: string | undefined): { amountCents?: number } {
  if (text === undefined) return {};
  if (!/^\d{1,10}\.\d{2}$/.test(text)) throw new CliError(`--amount must look like 12.34, got "${text}"`);
  return { amountCents: Number(text.replace('.', '')) };
}

export function fakeBankFolder(dirOption: string | undefined): string {
  return path.resolve(dirOption ?? path.join(process.env['DATA_DIR'] || '.vintem', 'fake-bank'));
}
