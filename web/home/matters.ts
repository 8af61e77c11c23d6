import type { QueryChanges } from '../ui/page/address.ts';
import type { TablerIcon } from '../ui/page/icons.ts';
import { businessNow } from '../ui/values/business-clock.ts';

/** One thing that a person should look at. */
export interface Matter {
  key: string;
  text: string;
  to: string;
  query?: QueryChanges;
  icon: TablerIcon;
  /** Goes away by itself. */
  isCalm?: boolean;
}

export interface Matters {
  matters: readonly Matter[];
  isLoading: boolean;
  /** Then nobody can say that nothing needs attention. */
  error: Error | null;
  refetch: () => void;
}

const HOUR_MS = 3_600_000;

/** By the hour, so that the question stays the same while somebody looks. */
export function aDayAgo(): string {
  const hours = Math.floor(businessNow() / HOUR_MS) - 24;
  return new Date(hours * HOUR_MS).toISOString();
}
