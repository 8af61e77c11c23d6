import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('../../../tools/build.mjs', import.meta.url));

/** Compiles what has changed since the last build: tests that start the service, or run it, use what is in `dist`. */
export default async function build(): Promise<void> {
  const [status] = await once(spawn(process.execPath, [BUILD], { stdio: 'inherit' }), 'exit');
  if (status !== 0) throw new Error('the build failed: see above');
}
