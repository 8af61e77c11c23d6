import { type AgendaDay, useAgenda } from '../api/agenda.ts';
import { useCompanyName } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { DataTable } from '../ui/lists/data-table.tsx';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconCalendarEvent } from '../ui/page/icons.ts';
import { Section } from '../ui/page/section.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import styles from './ledger.module.css';
import { useLedgerTexts } from './ledger.texts.ts';

const CHART_HEIGHT = 358;

/** When the money that is on its way becomes available. */
export function AgendaSection({ companyIds }: { companyIds: readonly number[] }) {
  const { agenda: t } = useLedgerTexts();
  const { days, error, isTooWide, refetch } = useAgenda(companyIds);
  const isEmpty = days?.every(({ parts }) => parts.length === 0);
  return (
    <Section title={t.title}>
      {error && <ErrorCard error={error} onRetry={refetch} />}
      {isTooWide && <p className={styles.note}>{t.tooWide}</p>}
      {!days && !error && !isTooWide && <SkeletonRows rows={1} height={CHART_HEIGHT} />}
      {days && isEmpty && <EmptyState icon={IconCalendarEvent} title={t.empty} text={t.emptyText} />}
      {days && !isEmpty && (
        <>
          <AgendaChart days={days} />
          <AgendaTable days={days} />
        </>
      )}
    </Section>
  );
}

const linkTo = (companyId: number, day: string) => ({
  to: '/statement',
  query: { company_id: String(companyId), from: day, to: day },
});

function AgendaChart({ days }: { days: readonly AgendaDay[] }) {
  const { agenda: t } = useLedgerTexts();
  const { date, dayAndMonth, money, roughMoney } = useFormats();
  const bars = days.map(({ date: day, amount, parts }) => {
    // A day of several opens the statement of the one with most; the list below has all of them.
    const [most] = parts.toSorted((one, other) => other.amount - one.amount);
    return {
      key: day,
      label: date(day),
      tick: dayAndMonth(day),
      values: [amount],
      ...(most ? { link: linkTo(most.companyId, day) } : {}),
    };
  });
  const series = [{ key: 'net', label: t.series }];
  return <BarChart label={t.label} series={series} bars={bars} format={money} formatRough={roughMoney} />;
}

function AgendaTable({ days }: { days: readonly AgendaDay[] }) {
  const { agenda: t } = useLedgerTexts();
  const { longDay, money } = useFormats();
  const nameOf = useCompanyName();
  const rows = days.flatMap(({ date, parts }) => parts.map((part) => ({ ...part, date })));
  return (
    <div className={styles.agenda}>
      <DataTable
        caption={t.title}
        columns={[
          { key: 'day', header: t.day, isMain: true, cell: ({ date }) => longDay(date) },
          { key: 'company', header: t.company, cell: ({ companyId }) => nameOf(companyId) },
          { key: 'amount', header: t.amount, align: 'right', cell: ({ amount }) => money(amount) },
        ]}
        rows={rows}
        rowKey={({ date, companyId }) => `${date} ${companyId}`}
        rowLink={({ date, companyId }) => linkTo(companyId, date)}
        card={({ date, companyId, amount }) => (
          <CardLines start={longDay(date)} end={money(amount)} lines={[nameOf(companyId)]} />
        )}
      />
    </div>
  );
}
