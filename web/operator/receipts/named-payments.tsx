import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { PaymentState } from '../payments/payment-state.tsx';
import type { SeenReceipt } from './receipts.queries.ts';
import { useReceiptTexts } from './receipts.texts.ts';

type Named = SeenReceipt['named'][number];

/** Payments that its reference or its number names after all. */
export function NamedPayments({ payments }: { payments: readonly Named[] }) {
  const t = useReceiptTexts();
  const { money } = useFormats();
  const columns: readonly Column<Named>[] = [
    { key: 'order', header: t.named.order, isMain: true, cell: ({ order_number }) => order_number },
    { key: 'bank', header: t.named.bank, cell: ({ acquirer }) => acquirer },
    { key: 'amount', header: t.amount, align: 'right', cell: ({ amount }) => money(amount) },
    { key: 'state', header: t.state, cell: ({ status_payment_name: name }) => <PaymentState status={name} /> },
  ];
  return (
    <Section title={t.named.title}>
      <p>{t.named.text}</p>
      <DataTable
        caption={t.named.title}
        columns={columns}
        rows={payments}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/payments/${id}`}
        card={({ order_number, acquirer, amount, status_payment_name: name }) => (
          <CardLines
            start={order_number}
            end={money(amount)}
            lines={[acquirer, <PaymentState key="state" status={name} />]}
          />
        )}
      />
    </Section>
  );
}
