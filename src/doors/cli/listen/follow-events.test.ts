import { expect, it } from 'vitest';
import { CliError } from '../command.ts';
import { ServerAway, type ServerSession } from '../server-session.ts';
import { followEvents, placeToGoOn } from './follow-events.ts';

/** A server with these events, at cursors 1-0, 2-0 and so on; each look at its stream meets what `streams` says. */
function serverWith(ids: string[], streams: (() => Promise<AsyncIterable<Buffer>>)[]) {
  const asked: string[] = [];
  const session: ServerSession = {
    url: 'http://vintem.test',
    account: 'demo',
    async call(_method, path) {
      const after = Number(/after=(\d+)-/.exec(path)?.[1]);
      const data = ids.slice(after, after + 1).map((id) => ({ id, event: 'payment.created' }));
      const next = `${after + data.length}-0`;
      return { status: 200, body: { data, next, has_more: after + data.length < ids.length } };
    },
    stream(path) {
      asked.push(path);
      return streams[asked.length - 1]?.() ?? Promise.reject(new CliError('no more of it'));
    },
  };
  return { session, asked };
}

async function* saying(id: string) {
  yield Buffer.from(`id: ${id}\nevent: ready\ndata: {}\n\n`);
}

async function follow({ session }: ReturnType<typeof serverWith>) {
  const heard: string[] = [];
  const troubles: string[] = [];
  const follower = {
    handle: async ({ id }: { id: string }, cursor: string) => void heard.push(`${id} ${cursor}`),
    onTrouble: (reason: string) => void troubles.push(reason),
  };
  const ended = await followEvents(session, '0-0', follower, new AbortController().signal).catch((error) => error);
  return { heard, troubles, ended };
}

it('each event comes once, with the cursor behind it, and a lost connection is opened again there', async () => {
  const server = serverWith(
    ['a', 'b'],
    [async () => saying('2-0'), () => Promise.reject(new ServerAway('away')), async () => saying('2-0')],
  );
  const { heard, troubles } = await follow(server);
  expect(heard).toEqual(['a 1-0', 'b 2-0']);
  expect(troubles).toEqual(['away; the next look goes on at cursor 2-0']);
  expect(server.asked.slice(0, 3)).toEqual(['0-0', '2-0', '2-0'].map((cursor) => `/events/stream?after=${cursor}`));
});

it('who is refused for good does not ask again', async () => {
  const server = serverWith([], [() => Promise.reject(new CliError('the key was revoked'))]);
  const { ended, troubles } = await follow(server);
  expect(ended).toEqual(new CliError('the key was revoked'));
  expect([server.asked.length, troubles]).toEqual([1, []]);
});

it.each([
  ['nothing was kept', null, '9-3', '9-3'],
  ['the last run ended before', '9-2', '9-3', '9-2'],
  ['nothing happened since', '9-3', '9-3', '9-3'],
  ['the cursor is of a database that is gone', '10-0', '9-3', '9-3'],
])('where a run begins: %s', (_case, kept, end, expected) => {
  expect(placeToGoOn(kept, end)).toBe(expected);
});
