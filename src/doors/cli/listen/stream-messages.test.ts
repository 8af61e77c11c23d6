import { expect, it } from 'vitest';
import { streamMessages } from './stream-messages.ts';

async function read(...chunks: string[]): Promise<unknown[]> {
  async function* bytes() {
    for (const chunk of chunks) yield Buffer.from(chunk, 'latin1');
  }
  const found: unknown[] = [];
  for await (const message of streamMessages(bytes())) found.push(message);
  return found;
}

it('reads messages however they are cut, and skips comments', async () => {
  const text = 'retry: 2000\nid: 7-0\nevent: ready\ndata: {}\n\n:\n\nid: 8-1\nevent: event\ndata: {"event":"x"}\n\n';
  const both = [
    { event: 'ready', id: '7-0' },
    { event: 'event', id: '8-1' },
  ];
  expect(await read(text)).toEqual(both);
  expect(await read(...text)).toEqual(both);
});

it('leaves out what was cut off before its end', async () => {
  expect(await read('id: 7-0\nevent: ready\ndata: {}\n')).toEqual([]);
});

it('does not gather a line without end', async () => {
  await expect(read('x'.repeat(70_000))).rejects.toThrow('no end');
});
