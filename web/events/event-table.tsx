import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { useAddress } from '../ui/page/address.ts';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import styles from './events.module.css';
import { useEventTexts } from './events.texts.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Each row opens its event beside the list. */
export function EventTable({ events, isDimmed }: { events: readonly WebhookEvent[]; isDimmed: boolean }) {
  const t = useEventTexts();
  const { query } = useAddress();
  const aboutOf = useAbout();
  const columns: Column<WebhookEvent>[] = [
    {
      key: 'event',
      header: t.event,
      isMain: true,
      cell: ({ event }) => t.kinds[event] ?? event,
    },
    { key: 'kind', header: t.kind, cell: ({ event }) => <code className={styles.kind}>{event}</code> },
    { key: 'about', header: t.about, cell: aboutOf },
    { key: 'when', header: t.when, align: 'right', cell: ({ created_at }) => <Timestamp at={created_at} /> },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/events', query: { ...query, open: id } })}
      isDimmed={isDimmed}
      card={(event) => (
        <CardLines
          start={t.kinds[event.event] ?? event.event}
          end={<Timestamp at={event.created_at} />}
          lines={[aboutOf(event), <code key="kind">{event.event}</code>]}
        />
      )}
    />
  );
}

/** What an event is about, in one line. */
function useAbout(): (event: WebhookEvent) => string {
  const t = useEventTexts();
  const { money } = useFormats();
  return (event) => {
    if (event.event === 'webhook.test') return `#${event.webhook_id}`;
    if (event.event === 'receipt.unknown') return `${event.acquirer} · ${money(event.amount)}`;
    if (event.event === 'payment.refunded' || event.event === 'refund.failed')
      return `${t.transactionNumber({ id: String(event.transaction_id) })} · ${money(event.refund_amount)}`;
    if ('payout_id' in event) return `${t.payoutNumber({ id: String(event.payout_id) })} · ${money(event.amount)}`;
    if (event.event === 'payout.not_scheduled') return `${event.day} · ${event.reason}`;
    return `${event.order_number} · ${money(event.amount)}`;
  };
}
