import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import { Timeline } from '../../ui/values/timeline.tsx';
import type { SeenReceipt } from './receipts.queries.ts';
import { useReceiptTexts } from './receipts.texts.ts';

/** Who did what about it, and why. */
export function ReceiptHistory({ receipt: { bound, closed, bookings, transaction_id } }: { receipt: SeenReceipt }) {
  const { history: t } = useReceiptTexts();
  const { money } = useFormats();
  const stepOf = ({ at, by, reason }: { at: string; by: string; reason: string }, title: string) => ({
    key: `${at} ${title}`,
    at,
    title,
    details: [t.by({ name: by, reason })],
  });
  const steps = [
    ...bookings.map((booking) => {
      const amount = money(booking.amount);
      const { company_id: id } = booking;
      return stepOf(booking, id === null ? t.toPlatform({ amount }) : t.toCompany({ amount, id }));
    }),
    ...(bound ? [stepOf(bound, t.bound({ id: transaction_id ?? 0 }))] : []),
    ...(closed ? [stepOf(closed, t.closed)] : []),
  ];
  return (
    <Section title={t.title}>{steps.length === 0 ? <p>{t.none}</p> : <Timeline steps={steps.reverse()} />}</Section>
  );
}
