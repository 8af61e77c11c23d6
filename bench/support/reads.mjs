// One request at a time and how long each took, for reads that are compared with the same read of less.
import { Pool } from 'undici';
import { percentile } from './figures.mjs';

/** A read that takes longer than this a few times is known well enough. */
const ENOUGH_MS = 4_000;

/**
 * Sends each request of `reads` (`{ name: { path, headers, method?, body?, expected? } }`) in turn, again and again,
 * and gives the p50 of each. Null where it was not answered well, with what was answered instead in `refused`: a
 * status, or other members than `expected`.
 */
export async function compareReads(url, reads, turns) {
  const pool = new Pool(url, { connections: 1, pipelining: 1 });
  const times = Object.fromEntries(Object.keys(reads).map((name) => [name, []]));
  const refused = {};
  const startedAt = performance.now();
  // The first turn warms caches and plans up and does not count.
  for (
    let time = 0;
    time <= turns && Object.keys(refused).length === 0 && (time < 3 || performance.now() - startedAt < ENOUGH_MS);
    time++
  ) {
    for (const [name, { method = 'GET', path, headers, body, expected }] of Object.entries(reads)) {
      const sentAt = performance.now();
      const answer = await pool.request({ method, path, headers, body });
      const text = await answer.body.text();
      const took = performance.now() - sentAt;
      const wrong = wrongIn(answer.statusCode, text, expected);
      if (wrong) refused[name] = wrong;
      else if (time > 0) times[name].push(took);
    }
  }
  await pool.close();
  const p50 = Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, refused[name] ? null : percentile(all, 50)]),
  );
  return { p50, refused };
}

/** What is wrong with an answer, or null: fast and false does not count. */
function wrongIn(statusCode, text, expected = {}) {
  if (statusCode !== 200) return `${statusCode} ${text.slice(0, 120)}`;
  const answer = JSON.parse(text);
  const wrong = Object.keys(expected).filter((name) => answer[name] !== expected[name]);
  return wrong.length === 0
    ? null
    : wrong.map((name) => `${name} is ${answer[name]} and should be ${expected[name]}`).join(', ');
}
