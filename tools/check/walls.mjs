// `npm run walls`: every part is run, also after one that has found something, and the worst of them decides.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PARTS = ['check-walls', 'check-map', 'check-tables', 'check-distribution'];

const failed = PARTS.filter((part) => {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${part}.mjs`, import.meta.url))], {
    stdio: 'inherit',
  });
  return status !== 0;
});
if (failed.length > 0) {
  process.stdout.write(
    `walls: ${failed.join(', ')} found something; the walls themselves stand in .dependency-cruiser.cjs\n`,
  );
  process.exitCode = 1;
}
