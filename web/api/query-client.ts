import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';

const LISTS_STALE_MS = 15_000;
const MOST_RETRIES = 2;
const SECOND_MS = 1_000;

/**
 * Reads are tried again when nothing was wrong with them; what changes something is tried again by the one who asked,
 * with the same key.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: LISTS_STALE_MS,
        retry: (count, error) => count < MOST_RETRIES && error instanceof ApiFailure && error.isPassing,
        retryDelay: (count, error) =>
          (error instanceof ApiFailure ? error.retryAfterSeconds : null) !== null
            ? Number((error as ApiFailure).retryAfterSeconds) * SECOND_MS
            : SECOND_MS * 2 ** count,
      },
      mutations: { retry: false },
    },
  });
}
