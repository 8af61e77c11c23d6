import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { oncePerRun } from './once-per-run.ts';

/** Compiles what has changed since the last build: tests that start the service, or run it, use what is in `dist`. */
export default async function setup(): Promise<() => Promise<void>> {
  const { leave } = await oncePerRun('build', build, async () => {});
  return leave;
}

async function build(): Promise<void> {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('the build failed: see above');
}
