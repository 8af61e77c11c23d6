import type { TransactionDetails } from '../api/types.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Money } from '../ui/values/money.tsx';
import { usePaymentTexts } from './payments.texts.ts';

type Share = TransactionDetails['split'][number] & { position: number };

interface SplitTableProps {
  caption: string;
  split: TransactionDetails['split'];
  isNarrow?: boolean;
}

/** One establishment may stand in it more than once: rows are told apart by their position. */
export function SplitTable({ caption, split, isNarrow = false }: SplitTableProps) {
  const { split: t } = usePaymentTexts();
  const columns: readonly Column<Share>[] = [
    { key: 'company', header: t.company, cell: ({ name }) => name },
    { key: 'share', header: t.share, align: 'right', isUnbroken: true, cell: ({ share }) => <Money cents={share} /> },
    { key: 'fee', header: t.fee, align: 'right', isUnbroken: true, cell: ({ fee }) => <Money cents={fee} /> },
    { key: 'net', header: t.net, align: 'right', isUnbroken: true, cell: ({ net }) => <Money cents={net} /> },
  ];
  return (
    <DataTable
      caption={caption}
      isNarrow={isNarrow}
      columns={columns}
      rows={split.map((share, position) => ({ ...share, position }))}
      rowKey={({ position }) => position}
      card={({ name, share, fee, net }) => (
        <CardLines
          start={name}
          end={<Money cents={net} />}
          lines={[
            <span key="how">
              {t.share} <Money cents={share} /> · {t.fee} <Money cents={fee} />
            </span>,
          ]}
        />
      )}
    />
  );
}
