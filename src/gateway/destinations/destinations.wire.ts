import type { Destination, DestinationState } from './destination.ts';

export function destinationAnswer(destination: Destination, now: Date) {
  return {
    id: destination.id,
    company_id: destination.company_id,
    ...destination.masked,
    status: stateOf(destination, now),
    is_own: destination.is_own,
    refund_of: destination.refund_of,
    created_at: destination.created_at.toISOString(),
    created_by: destination.created_by,
    usable_at: destination.usable_at.toISOString(),
    blocked_at: destination.blocked_at?.toISOString() ?? null,
    block_reason: destination.block_reason,
  };
}

function stateOf({ blocked_at, usable_at }: Destination, now: Date): DestinationState {
  if (blocked_at !== null) return 'BLOCKED';
  return usable_at > now ? 'ON_HOLD' : 'USABLE';
}
