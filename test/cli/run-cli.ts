import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli/vintem.js', import.meta.url));

export interface CliRun {
  code: number;
  out: string;
  err: string;
}

/** The compiled command line in a process of its own, with nothing of our environment but the path. */
export function runCli(env: Record<string, string>, ...args: string[]): Promise<CliRun> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', ...env } };
    execFile(process.execPath, [CLI, ...args], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err });
    });
  });
}

/** What a command that must succeed printed with --json. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export async function cliJson(env: Record<string, string>, ...args: string[]): Promise<any> {
  const { code, out, err } = await runCli(env, ...args, '--json');
  if (code !== 0) throw new Error(`vintem ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}
