import { describe, expect, it } from 'vitest';
import type { EventStream, StreamEvent } from '../../../ground/streams/event-stream.ts';
import { BankSetupError } from '../../../rails/acquirers/acquirer-kind.ts';
import type { CheckStep } from '../../../rails/acquirers/check-step.rules.ts';
import { tellSteps } from './tell-steps.ts';

const TOKEN: CheckStep = { step: 'token', says: 'granted' };
const LONG_MS = 60_000;

/** One that keeps what it was told. */
function openStream() {
  const told: unknown[] = [];
  let closed = () => {};
  const isOpen = { yet: true };
  const stream: EventStream = {
    tell: ({ data }: StreamEvent) => isOpen.yet && told.push(data),
    beat: () => {},
    end: () => {
      isOpen.yet = false;
      closed();
    },
    onceClosed: (leave) => {
      closed = leave;
    },
    sendBy: (reply) => reply,
  };
  return { stream, told, isOpen };
}

describe('the steps of a check', () => {
  it('are told as they come, then how it ended', async () => {
    const { stream, told, isOpen } = openStream();
    let isCleanedUp = false;
    async function* steps(): AsyncGenerator<CheckStep> {
      try {
        expect(told).toEqual([]);
        yield TOKEN;
        expect(told).toHaveLength(1);
        yield { step: 'webhook', says: 'none yet', isWarning: true };
      } finally {
        isCleanedUp = true;
      }
    }
    await tellSteps(steps(), stream, LONG_MS);
    expect(told).toEqual([
      { outcome: 'good', step: 'token', says: 'granted' },
      { outcome: 'warning', step: 'webhook', says: 'none yet' },
      { outcome: 'done' },
    ]);
    expect([isCleanedUp, isOpen.yet]).toEqual([true, false]);
  });

  it('end with what fails; what nobody expected is told without its words, and is an error', async () => {
    async function* failing(error: Error): AsyncGenerator<CheckStep> {
      yield TOKEN;
      throw error;
    }
    const known = openStream();
    await tellSteps(failing(new BankSetupError('the bank says no')), known.stream, LONG_MS);
    expect(known.told.at(-1)).toEqual({ outcome: 'failed', says: 'the bank says no' });
    const unknown = openStream();
    await expect(tellSteps(failing(new Error('secret')), unknown.stream, LONG_MS)).rejects.toThrow('secret');
    expect(JSON.stringify(unknown.told)).not.toContain('secret');
    expect(unknown.isOpen.yet).toBe(false);
  });

  it.each(['the time is over', 'nobody listens any more'])(
    'stop when %s, once the call under way has ended',
    async (why) => {
      const { stream, told } = openStream();
      let answer = () => {};
      let asked = 0;
      async function* steps(): AsyncGenerator<CheckStep> {
        for (;;) {
          asked += 1;
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
          yield TOKEN;
        }
      }
      let isOver = false;
      const work = tellSteps(steps(), stream, why === 'the time is over' ? 1 : LONG_MS).then(() => {
        isOver = true;
      });
      if (why !== 'the time is over') stream.end();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(isOver).toBe(false);
      answer();
      await work;
      expect(asked).toBe(1);
      expect(told).toEqual(
        why === 'the time is over' ? [{ outcome: 'failed', says: 'no end after 0.001 seconds' }] : [],
      );
    },
  );
});
