import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';

/** What is asked for and was never answered yet. */
const AWAITED = { predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined };

/** Whether the page of the address is there, its code too, and awaits nothing for its first sight. */
export function useIsPageSettled(): boolean {
  const client = useQueryClient();
  const isThere = useRouterState({ select: ({ status, resolvedLocation }) => status === 'idle' && !!resolvedLocation });
  // The hook tells of changes, a moment late: a page that has just come may have asked already.
  useIsFetching(AWAITED);
  return isThere && client.isFetching(AWAITED) === 0;
}
