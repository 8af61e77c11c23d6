/** WAITING for a process that works in the background; GIVEN_UP: no process came to its end. */
export const ASKED_STATES = ['WAITING', 'RUNNING', 'DONE', 'GIVEN_UP'] as const;
export type AskedState = (typeof ASKED_STATES)[number];

export function stateOfAsked(
  audit: { ended_at: Date | null; checks_held: number | null; leased_until: Date | null },
  realNow: Date,
): AskedState {
  if (audit.checks_held !== null) return 'DONE';
  if (audit.ended_at !== null) return 'GIVEN_UP';
  return audit.leased_until !== null && audit.leased_until > realNow ? 'RUNNING' : 'WAITING';
}
