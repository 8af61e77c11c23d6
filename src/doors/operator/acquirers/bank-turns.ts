import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../ground/errors.ts';
import { operatorOf } from '../operator.ts';

/** Of all operators in this process, and of one: whoever has a dead bank leaves the others their turns. */
const MOST = 8;
const MOST_OF_ONE = 2;
const COME_BACK_SECONDS = 5;

/** Who waits for a bank just now. Nobody queues: whoever comes too early is told to come back. */
export interface BankTurns {
  /** Refused where somebody works on that bank already, or too many wait for one. Returns how to give it back. */
  take(bank: string, request: FastifyRequest): () => void;
  during<Result>(bank: string, request: FastifyRequest, work: () => Promise<Result>): Promise<Result>;
}

export function createBankTurns(): BankTurns {
  const taken = new Map<string, string>();
  const take: BankTurns['take'] = (bank, request) => {
    const { user, name } = operatorOf(request);
    const operator = user ? `person ${user.id}` : `program ${name}`;
    if (taken.has(bank)) throw busy(`somebody works on ${bank} already`);
    const ofOne = [...taken.values()].filter((other) => other === operator).length;
    if (ofOne >= MOST_OF_ONE || taken.size >= MOST) throw busy('too many banks are waited for');
    taken.set(bank, operator);
    return () => taken.delete(bank);
  };
  return {
    take,
    async during(bank, request, work) {
      const giveBack = take(bank, request);
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}

function busy(detail: string): ApiError {
  return new ApiError('RATE_LIMITED', detail, { retryAfterSeconds: COME_BACK_SECONDS });
}
