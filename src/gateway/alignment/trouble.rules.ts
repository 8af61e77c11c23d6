import type { QueryResult } from '../../rails/acquirers/acquirer.ts';
import type { CheckTrouble } from '../payments/checks/check-schedule.rules.ts';

/** Why an answer tells less than it should of a payment; null where it tells all. */
export function troubleOf(result: QueryResult): CheckTrouble | null {
  if (result.outcome === 'not_found') return null;
  if (result.outcome === 'found') {
    const [odd] = result.charge.oddItems ?? [];
    return odd === undefined ? null : { kind: 'UNREADABLE_ANSWER', field: odd };
  }
  return result.because === 'unreadable'
    ? { kind: 'UNREADABLE_ANSWER', field: result.field ?? null }
    : { kind: 'ACQUIRER_UNCLEAR', field: null };
}
