import type { EventKind } from './event-kinds.rules.ts';

/** An event as its room tells it: the kind, and what only an event of that kind says, in the order of sending. */
export interface ToldEvent<Facts extends object = object> {
  readonly kind: EventKind;
  readonly facts: Facts;
}

/** What is the same in every event, whatever it is about. */
export interface Envelope {
  id: string;
  createdAt: Date;
  /** Null where it is about no company in particular. */
  companyId: number | null;
  /**
   * Rises with each event of one subject: a receiver that sees a lower one after a higher one ignores it. Null where
   * there is no subject whose events could be counted.
   */
  sequence: number | null;
}

/** What is signed and sent. */
export function payloadOf({ kind, facts }: ToldEvent, { id, createdAt, companyId, sequence }: Envelope) {
  return { event: kind, ...facts, id, created_at: createdAt.toISOString(), company_id: companyId, sequence };
}

/** An event of these kinds as receivers read it. */
export type SentEvent<Told extends ToldEvent> = Told extends ToldEvent
  ? { event: Told['kind'] } & Told['facts'] & {
        id: string;
        created_at: string;
        company_id: number | null;
        sequence: number | null;
      }
  : never;
