import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { forwardEvent } from './forward-event.ts';

it('a receiver that hangs up is tried again and again, and told of once', async () => {
  const stop = new AbortController();
  let tries = 0;
  const server = createServer((socket) => {
    socket.destroy();
    tries += 1;
    if (tries === 3) stop.abort();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const told: string[] = [];
  const receiver = { url: `http://127.0.0.1:${port}/hook`, secret: `whsec_${'A'.repeat(43)}=` };
  await expect(forwardEvent(receiver, { id: 'evt_1' }, stop.signal, (reason) => told.push(reason))).rejects.toThrow();
  expect([tries, told.length]).toEqual([3, 1]);
  expect(told[0]).toContain('evt_1 is sent again until it does');
  server.close();
});
