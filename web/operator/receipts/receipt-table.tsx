import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { ReceiptState } from './receipt-state.tsx';
import type { Receipt } from './receipts.queries.ts';
import { useReceiptTexts } from './receipts.texts.ts';

export function ReceiptTable({ rows, isDimmed = false }: { rows: readonly Receipt[]; isDimmed?: boolean }) {
  const t = useReceiptTexts();
  const { money, date } = useFormats();
  const columns: readonly Column<Receipt>[] = [
    { key: 'day', header: t.day, isMain: true, cell: ({ day }) => date(day) },
    { key: 'bank', header: t.bank, cell: ({ acquirer }) => acquirer },
    { key: 'reference', header: t.reference, cell: ({ reference }) => reference },
    { key: 'amount', header: t.amount, align: 'right', isUnbroken: true, cell: ({ amount }) => money(amount) },
    { key: 'state', header: t.state, cell: ({ state }) => <ReceiptState state={state} /> },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/receipts/${id}`}
      isDimmed={isDimmed}
      card={({ day, acquirer, reference, amount, state }) => (
        <CardLines
          start={money(amount)}
          end={<ReceiptState state={state} />}
          lines={[`${date(day)} · ${acquirer}`, reference]}
        />
      )}
    />
  );
}
