import { useQueryClient } from '@tanstack/react-query';

/** Everything about webhooks is asked for again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['webhooks'] });
}
