import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

afterEach(() => void vi.useRealTimers());

const LIMITS = { running: 2, waiting: 1, waitMs: 60_000, advice: 'one after the other' };

function openReply() {
  const raw = Object.assign(new EventEmitter(), { closed: false });
  return { reply: { raw } as unknown as FastifyReply, end: () => raw.emit('close') };
}

it('so many of a merchant run, so many wait, the next is refused; other merchants do not notice', async () => {
  const take = createTurns(LIMITS);
  const replies = Array.from({ length: 4 }, openReply);
  const [first, second, third, fourth] = replies as [(typeof replies)[0], ...typeof replies];
  await take(1, first.reply);
  await take(1, (second as typeof first).reply);
  let isThirdIn = false;
  const waiting = take(1, (third as typeof first).reply).then(() => {
    isThirdIn = true;
  });
  await expect(take(1, (fourth as typeof first).reply)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'one after the other',
  });
  await take(2, openReply().reply);
  expect(isThirdIn).toBe(false);
  first.end();
  await waiting;
  expect(isThirdIn).toBe(true);
});

it('who hangs up while waiting leaves its place', async () => {
  const take = createTurns({ ...LIMITS, running: 1 });
  const running = openReply();
  await take(1, running.reply);
  const gone = openReply();
  const refused = expect(take(1, gone.reply)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  gone.end();
  await refused;
  const next = openReply();
  const taken = take(1, next.reply);
  running.end();
  await taken;
});

it('who hung up before waiting gets no place', async () => {
  const take = createTurns({ ...LIMITS, running: 1 });
  const [running, gone, next] = [openReply(), openReply(), openReply()];
  await take(1, running.reply);
  Object.assign(gone.reply.raw, { closed: true });
  const refused = expect(take(1, gone.reply)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const taken = take(1, next.reply);
  running.end();
  await Promise.all([refused, taken]);
});

it('who has hung up when its turn comes does not run', async () => {
  const take = createTurns({ ...LIMITS, running: 1 });
  const [running, gone, next] = [openReply(), openReply(), openReply()];
  await take(1, running.reply);
  const refused = expect(take(1, gone.reply)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  // Its turn comes in the moment in which it hangs up.
  Object.assign(gone.reply.raw, { closed: true });
  running.end();
  await refused;
  await take(1, next.reply);
});

it('a turn that was taken for long rests before the next has it', async () => {
  const take = createTurns({ ...LIMITS, running: 1, rests: 2 });
  const [slow, next] = [openReply(), openReply()];
  vi.useFakeTimers();
  await take(1, slow.reply);
  vi.advanceTimersByTime(60);
  slow.end();
  let isNextIn = false;
  const waiting = take(1, next.reply).then(() => {
    isNextIn = true;
  });
  await vi.advanceTimersByTimeAsync(119);
  expect(isNextIn).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isNextIn).toBe(true);
  await waiting;
});
