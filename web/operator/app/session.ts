import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { Who } from '../../../src/doors/operator/session.routes.ts';
import type { OperatorAct } from '../../../src/parties/operators/operator-acts.rules.ts';
import { readSession } from '../../api/call.ts';
import { type LoggedIn, SESSION_KEY, SESSION_STALE_MS } from '../../api/logged-in.ts';

export type ConsoleSession = LoggedIn & Omit<Static<typeof Who>, 'operator'>;

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async (): Promise<ConsoleSession> => {
    const { operator, ...session } = await readSession<Static<typeof Who>>();
    return { user: operator, ...session };
  },
  staleTime: SESSION_STALE_MS,
});

/** The operator who is logged in; pages are shown to nobody else. */
export function useSession(): ConsoleSession {
  return useSuspenseQuery(sessionQuery).data;
}

/** What an operator may not do is not offered. */
export function useCan(act: OperatorAct): boolean {
  return useSession().can.includes(act);
}
