// Runs the built client on every release of Node that it supports, against one running service. The others are fetched
// from the npm registry into a temporary folder; one that cannot be fetched is told loudly, and is no failure.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startVintem } from '../support/service.mjs';

const run = promisify(execFile);
const MAJORS = [20, 22, 24, 26];
const OWN_MAJOR = Number(process.versions.node.split('.')[0]);
const FETCH_WITHIN_MS = 120_000;
const SMOKE = fileURLToPath(new URL('../support/client-smoke.mjs', import.meta.url));

const folder = mkdtempSync(path.join(tmpdir(), 'vintem-nodes-'));
const nodes = Promise.all(MAJORS.map(nodeOf));
const service = await startVintem({ env: { DATA_DIR: path.join(folder, 'data') } });
try {
  for (const [index, node] of (await nodes).entries()) {
    if (node) console.log((await run(node, [SMOKE, service.url])).stdout.trim());
    else console.error(`\n!!! Node ${MAJORS[index]} could not be fetched: the client was not tried on it\n`);
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The program of that release, or null. Its package holds far more than the program, which alone is unpacked. */
async function nodeOf(major) {
  if (major === OWN_MAJOR) return process.execPath;
  const target = path.join(folder, String(major));
  const name = `node-${process.platform}-${process.arch}@${major}`;
  try {
    const { stdout } = await run('npm', ['pack', name, '--json', '--pack-destination', folder], {
      timeout: FETCH_WITHIN_MS,
      maxBuffer: 64 * 1024 * 1024,
    });
    const [{ filename }] = JSON.parse(stdout);
    const archive = path.join(folder, filename);
    mkdirSync(target);
    await run('tar', ['-xzf', archive, '-C', target, '--strip-components=1', 'package/bin/node']);
    return path.join(target, 'bin/node');
  } catch (error) {
    console.error(`${name}: ${error.message.split('\n')[0]}`);
    return null;
  }
}
