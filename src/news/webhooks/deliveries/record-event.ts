import type { Tx } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import type { Subject } from '../../../ground/subjects/subject.rules.ts';
import { payloadOf, type ToldEvent } from '../../events/event.rules.ts';
import { type EventRow, lastSequences } from '../../events/events.sql.ts';
import { insertEvents } from './outbox.sql.ts';

/** What operations need in order to tell what happened. */
export type EventDeps = Pick<Deps, 'ids' | 'clock' | 'poke'>;

/** What an event is about, and who may be told. */
export interface About {
  /** Null: about no single thing, so that it has no number. Otherwise callers hold the lock on its row. */
  subject: Subject | null;
  merchantId: number;
  companyId: number | null;
}

export interface News extends About {
  /** Comes once and first: whichever step is the first to speak about the subject announces it. */
  announcement?: ToldEvent;
  /** Null: there is nothing but the announcement. */
  event: ToldEvent | null;
}

/**
 * Writes events in the caller's transaction, and has them sent once that is committed. `at` is business time, as the
 * caller read it.
 */
export async function recordEvents(deps: EventDeps, tx: Tx, news: readonly News[], at: Date): Promise<void> {
  const last = await lastSequences(
    tx,
    news.flatMap(({ subject }) => subject ?? []),
  );
  const rows = news.flatMap(({ announcement, event, ...about }) => {
    const known = about.subject && (last(about.subject) ?? 0);
    const events = [...(known === 0 && announcement ? [announcement] : []), ...(event ? [event] : [])];
    return events.map((told, place) => eventRowOf(deps, about, told, known === null ? null : known + place + 1, at));
  });
  if (rows.length === 0) return;
  tx.afterCommit(() => deps.poke('deliver-webhooks'));
  await insertEvents(tx, rows);
}

export function eventRowOf(
  deps: EventDeps,
  { subject, merchantId, companyId }: About,
  event: ToldEvent,
  sequence: number | null,
  at: Date,
): EventRow {
  const id = deps.ids.eventId();
  return {
    id,
    merchant_id: merchantId,
    company_id: companyId,
    kind: event.kind,
    payload: JSON.stringify(payloadOf(event, { id, createdAt: at, companyId, sequence })),
    occurred_at: deps.clock.realNow(),
    subject_kind: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    sequence,
  };
}
