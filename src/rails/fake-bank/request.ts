import type { FastifyRequest } from 'fastify';
import type { Account } from './account.ts';
import type { JournalEntry } from './journal.ts';
import type { Fault, Operation } from './oddities/faults.ts';
import type { ProblemKind } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
    /** What a token must be good for; absent where none is needed. */
    scope?: string;
    /** The kind of problem that a request is when its form is wrong. */
    invalid?: ProblemKind;
  }
  interface FastifyRequest {
    account?: Account;
    entry?: JournalEntry;
    fault?: Fault | null;
  }
}

export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('the route needs no token, and so has no account');
  return request.account;
}
