import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../i18n/formats.ts';
import { Section } from '../ui/page/section.tsx';
import { Timeline, type TimelineStep } from '../ui/values/timeline.tsx';
import { type Delivery, type Details, type PaymentEvent, transactionEventsQuery } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

const FAILED = 3;

/** What happened to the money, with the webhooks that told of it. */
export function TransactionTimeline({ transaction }: { transaction: Details }) {
  const { timeline: t } = usePaymentTexts();
  const { data } = useQuery(transactionEventsQuery(String(transaction.id)));
  const steps = useSteps(transaction, data?.data ?? []);
  return (
    <Section title={t.title}>
      <Timeline steps={steps} />
    </Section>
  );
}

function useSteps(transaction: Details, events: readonly PaymentEvent[]): readonly TimelineStep[] {
  const { timeline: t } = usePaymentTexts();
  const { money } = useFormats();
  const describe = useDeliveries();
  const detailsOf = (kind: string) =>
    events
      .filter(({ event }) => event === kind)
      .flatMap((event) => event.deliveries.map((one) => describe(event, one)));
  const steps: TimelineStep[] = [
    { key: 'created', at: transaction.created_at, title: t.created, details: detailsOf('payment.created') },
  ];
  if (transaction.paid_at)
    steps.push({
      key: 'paid',
      at: transaction.paid_at,
      title: t.paid,
      tone: 'good',
      details: detailsOf('payment.approved'),
    });
  if (transaction.status === FAILED)
    steps.push({
      key: 'failed',
      at: transaction.updated_at,
      title: t.failed,
      tone: 'bad',
      details: detailsOf('payment.failed'),
    });
  for (const { id, amount, status, requested_at, settled_at } of transaction.refunds) {
    const words = { amount: money(amount) };
    if (status === 'REFUNDED')
      steps.push({ key: `refund ${id}`, at: settled_at ?? requested_at, title: t.refund(words), tone: 'returned' });
    else if (status === 'REFUSED')
      steps.push({ key: `refund ${id}`, at: settled_at ?? requested_at, title: t.refundRefused(words), tone: 'bad' });
    else steps.push({ key: `refund ${id}`, at: requested_at, title: t.refundAsked(words), tone: 'waiting' });
  }
  const refundDetails = [...detailsOf('payment.refunded'), ...detailsOf('payment.partially_refunded')];
  const last = steps.at(-1);
  if (last?.key.startsWith('refund ')) last.details = refundDetails;
  return steps.sort((a, b) => b.at.localeCompare(a.at));
}

function useDeliveries() {
  const { timeline: t } = usePaymentTexts();
  return ({ event }: PaymentEvent, { url, webhook_id, status, attempts, ...last }: Delivery) => {
    const host = url ? new URL(url).host : `#${webhook_id}`;
    if (status === 'DELIVERED')
      return t.deliveryDone({
        event,
        host,
        code: String(last.last_status_code ?? '200'),
        ms: String(last.last_duration_ms ?? 0),
      });
    return status === 'FAILED'
      ? t.deliveryFailed({ event, host, attempts })
      : t.deliveryWaiting({ event, host, attempts });
  };
}
