import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;
const DEBIAN_PACKAGES = {
  zbarimg: 'zbar-tools',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdfinfo: 'poppler-utils',
} as const;

/** Runs a reader of the system on what we draw; when it is missing, the error names its package. */
async function runProgram(program: keyof typeof DEBIAN_PACKAGES, args: string[]): Promise<string> {
  try {
    return (await run(program, args, { timeout: TIMEOUT_MS })).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`this test needs ${program}: install the Debian package ${DEBIAN_PACKAGES[program]}`);
    }
    throw error;
  }
}

async function withFile<Result>(
  name: string,
  content: Buffer,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'vintem-brazil-'));
  try {
    const path = join(directory, name);
    await writeFile(path, content);
    return await use(path);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Texts of all the symbols zbarimg finds in the picture, in the order it prints them. */
export function readSymbols(png: Buffer): Promise<string[]> {
  return withFile('picture.png', png, async (path) =>
    (await runProgram('zbarimg', ['-q', '--raw', path])).trimEnd().split('\n'),
  );
}

/** First page as PNG. */
export function rasterise(pdf: Buffer, dotsPerInch: number): Promise<Buffer> {
  return withFile('page.pdf', pdf, async (path) => {
    await runProgram('pdftoppm', ['-r', String(dotsPerInch), '-png', '-singlefile', path, `${path}-page`]);
    return readFile(`${path}-page.png`);
  });
}

export function textOf(pdf: Buffer): Promise<string> {
  return withFile('page.pdf', pdf, (path) => runProgram('pdftotext', ['-layout', path, '-']));
}

export function infoOf(pdf: Buffer): Promise<string> {
  return withFile('page.pdf', pdf, (path) => runProgram('pdfinfo', ['-isodates', path]));
}
