// Sends requests from a process of its own, so that what measures does not share a thread with what is measured.
import { randomInt } from 'node:crypto';
import { Pool } from 'undici';

/** More under way than this and the service does not keep up: the rest of an open loop would only measure the queue. */
const MOST_UNDER_WAY = 5_000;
const ACQUIRER_TIME = /;took=([\d.]+)/;

process.on('message', async (task) => process.send(await run(task)));
process.once('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});

async function run({ urls, connections, requests, order, limit, ratePerSecond }) {
  const pools = urls.map((url) => new Pool(url, { connections: Math.ceil(connections / urls.length), pipelining: 1 }));
  const result = { count: 0, statuses: {}, latencies: [], added: [], example: null };
  let next = 0;
  const most = Math.min(limit.count ?? Number.POSITIVE_INFINITY, requests?.length ?? Number.POSITIVE_INFINITY);
  const requestOf = (index) => (order ? orderRequest(order) : requests[index]);
  const startedAt = performance.now();
  const deadline = startedAt + limit.seconds * 1_000;

  const send = async (index, intendedAt) => {
    const { method = 'POST', path, headers, body } = requestOf(index);
    try {
      const answer = await pools[index % pools.length].request({ method, path, headers, body });
      const text = await answer.body.text();
      result.statuses[answer.statusCode] = (result.statuses[answer.statusCode] ?? 0) + 1;
      if (answer.statusCode >= 400) {
        result.example ??= text.slice(0, 300);
        return;
      }
      const took = performance.now() - intendedAt;
      result.count++;
      result.latencies.push(took);
      const ownMs = ACQUIRER_TIME.exec(text)?.[1];
      if (ownMs) result.added.push(took - Number(ownMs));
    } catch (error) {
      const code = error.code ?? error.name;
      result.statuses[code] = (result.statuses[code] ?? 0) + 1;
      result.example ??= error.message;
    }
  };

  if (ratePerSecond) await openLoop(ratePerSecond, limit.seconds, send);
  else {
    const loop = async () => {
      while (performance.now() < deadline && next < most) await send(next++, performance.now());
    };
    await Promise.all(Array.from({ length: connections }, loop));
  }
  result.elapsedMs = performance.now() - startedAt;
  await Promise.all(pools.map((pool) => pool.close()));
  return result;
}

/**
 * Requests at a steady pace, whether or not earlier ones are answered; each counts from when it should have started.
 */
async function openLoop(ratePerSecond, seconds, send) {
  const underWay = new Set();
  const startedAt = performance.now();
  const total = Math.floor(ratePerSecond * seconds);
  for (let sent = 0; sent < total && underWay.size < MOST_UNDER_WAY; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * ratePerSecond) + 1);
    for (; sent < due; sent++) {
      const one = send(sent, startedAt + (sent / ratePerSecond) * 1_000).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underWay);
}

/** An order of a customer that nobody has seen before; `before` and `after` stand around its document. */
function orderRequest({ headers, before, after }) {
  const document = String(randomInt(1, 99_999_999_999)).padStart(11, '0');
  return { path: '/payments/order', headers, body: before + document + after };
}
