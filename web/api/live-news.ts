import { useSyncExternalStore } from 'react';

/** One message of `GET /events/stream`. */
export interface LiveEvent {
  event: string;
  transaction_id: number | null;
  status: string | null;
  company_id: number | null;
}

let created = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Counts payments that came while a list was looked at. */
export function noteCreated(count: number): void {
  created += count;
  tell();
}

export function forgetCreated(): void {
  if (created === 0) return;
  created = 0;
  tell();
}

export function useCreatedCount(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => created,
  );
}
