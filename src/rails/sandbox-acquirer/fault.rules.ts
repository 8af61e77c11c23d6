/** Misbehaviour on demand: what may be asked of which operation. */

export type FaultOperation = 'charge' | 'query' | 'cancel' | 'refund' | 'query_refund' | 'notification';

export const FAULT_OPERATIONS: readonly FaultOperation[] = [
  'charge',
  'query',
  'cancel',
  'refund',
  'query_refund',
  'notification',
];

export type FaultKind =
  | 'delay'
  | 'timeout_before_accepting'
  | 'timeout_after_accepting'
  | 'error_500'
  | 'garbage'
  | 'huge_body'
  | 'slow_drip'
  | 'connection_reset'
  | 'refuse'
  | 'processing'
  | 'duplicate'
  | 'drop'
  | 'reorder'
  | 'forge';

/**
 * Any answer may come so. `error_500` and `timeout_before_accepting` leave the work undone; the other ones do it first.
 */
const ANSWER_FAULTS: readonly FaultKind[] = [
  'delay',
  'timeout_before_accepting',
  'timeout_after_accepting',
  'error_500',
  'garbage',
  'huge_body',
  'slow_drip',
  'connection_reset',
];
const NOTIFICATION_FAULTS: readonly FaultKind[] = ['delay', 'duplicate', 'drop', 'reorder', 'forge'];

export const FAULT_KINDS: readonly FaultKind[] = [
  ...new Set([...ANSWER_FAULTS, 'refuse', 'processing', ...NOTIFICATION_FAULTS] as const),
];

export function kindsOf(operation: FaultOperation): readonly FaultKind[] {
  if (operation === 'notification') return NOTIFICATION_FAULTS;
  if (operation === 'charge') return [...ANSWER_FAULTS, 'refuse'];
  if (operation === 'refund') return [...ANSWER_FAULTS, 'refuse', 'processing'];
  return ANSWER_FAULTS;
}

const DEFAULT_DELAY_MS = 1_000;
/** Long enough for a later notification to overtake. */
const DEFAULT_REORDER_DELAY_MS = 2_000;

export function defaultDelayMs(kind: FaultKind): number {
  return kind === 'reorder' ? DEFAULT_REORDER_DELAY_MS : DEFAULT_DELAY_MS;
}
