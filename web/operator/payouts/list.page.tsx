import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { useDestinationText } from '../../ui/values/destination-text.ts';
import { useCan } from '../app/session.ts';
import { type ListLine, listQuery } from './lists.queries.ts';
import { usePayoutTexts } from './payouts.texts.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));
const SettlePayoutDialog = lazy(async () => ({ default: (await import('./payout-dialogs.tsx')).SettlePayoutDialog }));
const SettleRefundDialog = lazy(async () => ({
  default: (await import('../refunds/settle-refund-dialog.tsx')).SettleRefundDialog,
}));

/** One list that somebody pays by hand: each line is ended here, as the account shows. */
export function Page() {
  const t = usePayoutTexts();
  const [acquirer, number] = [usePathPart('acquirer'), usePathPart('number')];
  const { data, error, refetch } = useQuery(listQuery(acquirer, number));
  const [isExporting, setIsExporting] = useState(false);
  const [asking, setAsking] = useState<ListLine | null>(null);
  const canDecide = useCan('money');
  return (
    <>
      <PageHeader
        title={t.lists.one({ bank: acquirer, number })}
        above={<BackLink to="/payouts" label={t.title} />}
        actions={data && canDecide && <Button onClick={() => setIsExporting(true)}>{t.lists.again}</Button>}
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && <LineTable lines={data.lines} onSettle={canDecide ? setAsking : null} />}
      <Suspense fallback={null}>
        {isExporting && (
          <ExportDialog acquirer={acquirer} again={Number(number)} onClose={() => setIsExporting(false)} />
        )}
        {asking?.payout_id && (
          <SettlePayoutDialog
            payout={{ id: asking.payout_id, amount: asking.amount }}
            onClose={() => setAsking(null)}
          />
        )}
        {asking?.refund_id && (
          <SettleRefundDialog
            refund={{ id: asking.refund_id, amount: asking.amount }}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const WAITING = new Set<string | null>(['SENT', 'PROCESSING']);

interface LineTableProps {
  lines: readonly ListLine[];
  onSettle: ((line: ListLine) => void) | null;
}

function LineTable({ lines, onSettle }: LineTableProps) {
  const t = usePayoutTexts();
  const { money } = useFormats();
  const lineOf = useDestinationText();
  const states: Readonly<Record<string, string>> = { ...t.states, ...t.lists.ended };
  const stateOf = ({ status }: ListLine) => (status === null ? t.lists.unknown : (states[status] ?? status));
  const nameOf = ({ payout_id, refund_id, reference }: ListLine) =>
    payout_id !== null ? (
      <Link to={`/payouts/${payout_id}`}>{t.one({ id: String(payout_id) })}</Link>
    ) : refund_id !== null ? (
      t.lists.refund({ id: refund_id })
    ) : (
      reference
    );
  const whereOf = ({ destination }: ListLine) => (destination ? lineOf(destination) : '–');
  const actionOf = (line: ListLine) =>
    onSettle && WAITING.has(line.status) ? (
      <Button size="xs" variant="default" onClick={() => onSettle(line)}>
        {t.settle.act}
      </Button>
    ) : null;
  const columns: readonly Column<ListLine>[] = [
    { key: 'line', header: t.lists.line, cell: nameOf },
    { key: 'amount', header: t.amount, align: 'right', isUnbroken: true, cell: ({ amount }) => money(amount) },
    { key: 'destination', header: t.destination, cell: whereOf },
    { key: 'state', header: t.state, cell: stateOf },
    { key: 'act', header: t.settle.act, cell: actionOf },
  ];
  return (
    <DataTable
      caption={t.lists.line}
      columns={columns}
      rows={lines}
      rowKey={({ reference }) => reference}
      card={(line) => (
        <CardLines
          start={money(line.amount)}
          end={stateOf(line)}
          lines={[nameOf(line), whereOf(line), actionOf(line)]}
        />
      )}
    />
  );
}
