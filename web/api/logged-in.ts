import { useQueryClient } from '@tanstack/react-query';

/** What the dashboard and the console both know of whoever is logged in. */
export interface LoggedIn {
  user: { id: number; name: string; email: string };
  mode: 'sandbox' | 'live';
  /** Business time when it was asked. */
  now: string;
  expires_at: string;
  second_factor: boolean;
  /** Whoever is to have one and has none can do nothing else first. */
  must_set_up_second_factor: boolean;
}

/** Each application asks for its own, and keeps it here. */
export const SESSION_KEY = ['session'] as const;
export const SESSION_STALE_MS = 300_000;

export function useMaybeSession(): LoggedIn | undefined {
  return useQueryClient().getQueryData<LoggedIn>(SESSION_KEY);
}
