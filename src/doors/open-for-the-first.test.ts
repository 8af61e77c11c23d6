import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openForTheFirst } from './open-for-the-first.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Behind a real server; what it was asked to do is counted. */
async function serve(opens: (() => Promise<void>)[]) {
  const counts = { opened: 0, closed: 0, logged: 0 };
  const open = async () => {
    await opens[counts.opened++]?.();
    return {
      routing: (_: unknown, response: { end(text: string): void }) => response.end('served'),
      close: async () => {
        counts.closed++;
      },
    };
  };
  const guest = openForTheFirst(open as unknown as Parameters<typeof openForTheFirst>[0], {
    error: () => {
      counts.logged++;
    },
  });
  const server = createServer((request, response) => guest.routing(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return { status: response.status, text: await response.text() };
  };
  return { counts, guest, ask };
}

const SERVED = { status: 200, text: 'served' };

it('is opened once, however many come while it opens, and closed once', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { counts, guest, ask } = await serve([() => finished]);
  const answers = [ask(), ask(), ask()];
  finish();
  expect(await Promise.all(answers)).toEqual([SERVED, SERVED, SERVED]);
  await guest.close();
  expect(counts).toEqual({ opened: 1, closed: 1, logged: 0 });
});

it('nobody asks: nothing is opened, and nothing has to be closed', async () => {
  const { counts, guest } = await serve([]);
  await guest.close();
  expect(counts).toEqual({ opened: 0, closed: 0, logged: 0 });
});

it('cannot be opened: a 500 that says so in the usual form, told once, and the next who asks is served', async () => {
  const { counts, guest, ask } = await serve([() => Promise.reject(new Error('no room'))]);
  const { status, text } = await ask();
  expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
  expect(await ask()).toEqual(SERVED);
  await guest.close();
  expect(counts).toEqual({ opened: 2, closed: 1, logged: 1 });
});
