import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { ComparedDay } from './compared-day.tsx';
import styles from './home.module.css';
import type { AcquirerDay, Home } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

interface BanksSectionProps {
  acquirers: Home['acquirers'];
  comparisons: Home['comparisons'];
}

/** How each bank does: today, in the last 24 hours, and when it was compared last. */
export function BanksSection({ acquirers, comparisons }: BanksSectionProps) {
  const { banks: t } = useHomeTexts();
  const cells = useCells(comparisons);
  const columns: readonly Column<AcquirerDay>[] = [
    { key: 'bank', header: t.bank, cell: ({ acquirer }) => acquirer, isUnbroken: true },
    { key: 'ordered', header: t.ordered, cell: cells.ordered, align: 'right' },
    { key: 'received', header: t.received, cell: cells.received, align: 'right' },
    { key: 'refunded', header: t.refunded, cell: cells.refunded, align: 'right' },
    { key: 'paidOut', header: t.paidOut, cell: cells.paidOut, align: 'right' },
    { key: 'approval', header: t.approval, cell: cells.approval, align: 'right' },
    { key: 'response', header: t.response, cell: cells.response, align: 'right' },
    { key: 'compared', header: t.compared, cell: cells.compared },
  ];
  return (
    <Section title={t.title} isBare>
      {acquirers === null && <p>{t.tooMuch}</p>}
      {acquirers?.length === 0 && <p>{t.none}</p>}
      {acquirers && acquirers.length > 0 && (
        <DataTable
          caption={t.caption}
          columns={columns}
          rows={acquirers}
          rowKey={({ acquirer }) => acquirer}
          card={(row) => (
            <CardLines
              start={row.acquirer}
              end={cells.received(row)}
              lines={[
                `${t.ordered}: ${cells.ordered(row)} · ${t.approval}: ${cells.approval(row)}`,
                `${t.refunded}: ${cells.refunded(row)} · ${t.paidOut}: ${cells.paidOut(row)}`,
                <>
                  {t.response}: {cells.response(row)}
                </>,
                <>
                  {t.compared}: {cells.compared(row)}
                </>,
              ]}
            />
          )}
        />
      )}
    </Section>
  );
}

function useCells(comparisons: Home['comparisons']) {
  const { banks: t } = useHomeTexts();
  const { money, number, percent, milliseconds } = useFormats();
  return {
    ordered: ({ today }: AcquirerDay) => number(today.ordered),
    received: ({ today }: AcquirerDay) => money(today.received_amount),
    refunded: ({ today }: AcquirerDay) => money(today.refunded_amount),
    paidOut: ({ today }: AcquirerDay) => money(today.paid_out_amount),
    approval: ({ last_24h: { approval_rate } }: AcquirerDay) => (approval_rate === null ? '–' : percent(approval_rate)),
    response: ({ calls }: AcquirerDay): ReactNode => {
      if (!calls || calls.count === 0) return t.notCalled;
      return (
        <>
          {calls.p95_ms === null ? t.slow : milliseconds(calls.p95_ms)}
          {calls.unanswered > 0 && (
            <span className={styles.trouble}> · {t.unanswered({ count: calls.unanswered })}</span>
          )}
        </>
      );
    },
    compared: ({ acquirer }: AcquirerDay): ReactNode => (
      <ComparedDay comparison={comparisons?.find((one) => one.acquirer === acquirer)} />
    ),
  };
}
