import { expect, it } from 'vitest';
import { withUndo } from './undo.ts';

const listeners = () => process.listenerCount('SIGTERM');

it('undoes what was done, the last first, after success and after failure', async () => {
  const done: string[] = [];
  const work = (end: () => string) =>
    withUndo(async (undo) => {
      for (const name of ['database', 'pool', 'process']) undo.later(async () => done.push(name));
      return end();
    });
  expect(await work(() => 'result')).toBe('result');
  expect(done.splice(0)).toEqual(['process', 'pool', 'database']);
  const fail = () => {
    throw new Error('the disk is full');
  };
  await expect(work(fail)).rejects.toThrow('the disk is full');
  expect(done).toEqual(['process', 'pool', 'database']);
});

it('a step that fails is told, and keeps none of the others from being done', async () => {
  const done: string[] = [];
  const working = withUndo(async (undo) => {
    undo.later(async () => done.push('database'));
    undo.later(() => Promise.reject(new Error('the pool does not close')));
  });
  await expect(working).rejects.toThrow('the pool does not close');
  expect(done).toEqual(['database']);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops the work, and a second one not the undoing',
  async (signal) => {
    const before = listeners();
    let isUndone = false;
    let wasRefused = false;
    const working = withUndo(async (undo) => {
      undo.later(async () => {
        process.emit(signal, signal);
        await new Promise((resolve) => setImmediate(resolve));
        isUndone = true;
      });
      process.emit(signal, signal);
      try {
        undo.refuseWhenStopped();
      } catch {
        wasRefused = true;
      }
      // Work that notices nothing.
      await new Promise(() => {});
    });
    await expect(working).rejects.toThrow(`stopped by ${signal}`);
    expect([isUndone, wasRefused]).toEqual([true, true]);
    expect(listeners()).toBe(before);
  },
);
