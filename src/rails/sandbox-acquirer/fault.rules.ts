/** Misbehaviour on demand: what may be asked of which operation. */

export const FAULT_OPERATIONS = [
  'charge',
  'query',
  'cancel',
  'refund',
  'query_refund',
  'notification',
  'payout',
  'query_payout',
  'payout_holder',
] as const;
export type FaultOperation = (typeof FAULT_OPERATIONS)[number];

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
  | 'reject'
  | 'lag'
  | 'unknown_key'
  | 'another_holder'
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

/** What an operation may be told to do besides. `reject` leaves nothing behind, `refuse` is kept as refused. */
const OWN_FAULTS: Partial<Record<FaultOperation, readonly FaultKind[]>> = {
  charge: ['refuse'],
  refund: ['refuse', 'processing'],
  payout: ['refuse', 'processing', 'reject', 'unknown_key'],
  // It is there, and the read does not show it yet.
  query_payout: ['lag'],
  payout_holder: ['unknown_key', 'another_holder'],
};

export const FAULT_KINDS: readonly FaultKind[] = [
  ...new Set([...ANSWER_FAULTS, ...Object.values(OWN_FAULTS).flat(), ...NOTIFICATION_FAULTS]),
];

export function kindsOf(operation: FaultOperation): readonly FaultKind[] {
  if (operation === 'notification') return NOTIFICATION_FAULTS;
  return [...ANSWER_FAULTS, ...(OWN_FAULTS[operation] ?? [])];
}

const DEFAULT_DELAY_MS = 1_000;
/** Long enough for a later notification to overtake. */
const DEFAULT_REORDER_DELAY_MS = 2_000;

export function defaultDelayMs(kind: FaultKind): number {
  return kind === 'reorder' ? DEFAULT_REORDER_DELAY_MS : DEFAULT_DELAY_MS;
}
