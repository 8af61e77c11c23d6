// One request at a time and how long each took, for reads that are compared with the same read of less.
import { Pool } from 'undici';
import { percentile } from './figures.mjs';

/** A read that takes longer than this a few times is known well enough. */
const ENOUGH_MS = 4_000;

/**
 * Sends each request of `reads` (`{ name: { path, headers, method?, body? } }`) in turn, again and again, and gives the p50 of each. Null
 * where it was not answered well, with what was answered instead in `refused`.
 */
export async function compareReads(url, reads, times) {
  const pool = new Pool(url, { connections: 1, pipelining: 1 });
  const took = Object.fromEntries(Object.keys(reads).map((name) => [name, []]));
  const refused = {};
  const startedAt = performance.now();
  // The first turn warms caches and plans up and does not count.
  for (
    let time = 0;
    time <= times && Object.keys(refused).length === 0 && (time < 3 || performance.now() - startedAt < ENOUGH_MS);
    time++
  ) {
    for (const [name, { method = 'GET', path, headers, body }] of Object.entries(reads)) {
      const sentAt = performance.now();
      const answer = await pool.request({ method, path, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) refused[name] = `${answer.statusCode} ${text.slice(0, 120)}`;
      else if (time > 0) took[name].push(performance.now() - sentAt);
    }
  }
  await pool.close();
  const p50 = Object.fromEntries(Object.entries(took).map(([name, times]) => [name, refused[name] ? null : percentile(times, 50)]));
  return { p50, refused };
}
