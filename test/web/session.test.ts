import { afterEach, expect, it, vi } from 'vitest';
import { onAnswer, readSession } from '../../web/api/call.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the page hears of a session that was asked for, when the server answers like this. */
async function ask(answer: Response) {
  vi.stubGlobal('fetch', async () => answer);
  const heard: number[] = [];
  const stop = onAnswer((status) => heard.push(status));
  const result = await readSession().catch((error: unknown) => error);
  stop();
  return { result, heard };
}

it('nobody is logged in: a good answer, which ends what the page was about to do', async () => {
  const { result, heard } = await ask(new Response(null, { status: 204 }));
  expect(result).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  expect(heard).toEqual([204, 401]);
});

it('a session that was ended is told in the same way', async () => {
  const refused = Response.json({ code: 'UNAUTHORIZED', message: 'Entre de novo.' }, { status: 401 });
  const { result, heard } = await ask(refused);
  expect(result).toMatchObject({ status: 401, message: 'Entre de novo.' });
  expect(heard).toEqual([401]);
});

it('somebody is', async () => {
  const { result, heard } = await ask(Response.json({ user: { id: 1 } }));
  expect(result).toEqual({ user: { id: 1 } });
  expect(heard).toEqual([200]);
});
