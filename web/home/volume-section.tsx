import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../i18n/formats.ts';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import type { Period } from '../ui/lists/periods.ts';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconChartBar } from '../ui/page/icons.ts';
import { Section } from '../ui/page/section.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { daysOf } from './comparison.ts';
import { type Report, reportQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

const CHART_HEIGHT = 358;

export function VolumeSection({ period, companyId }: { period: Period; companyId: string | undefined }) {
  const { volume: t } = useHomeTexts();
  const { data, error, refetch } = useQuery(reportQuery(period, 'paid', companyId));
  return (
    <Section title={t.title}>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={1} height={CHART_HEIGHT} />}
      {data?.data.length === 0 && <EmptyState icon={IconChartBar} title={t.empty} text={t.emptyText} />}
      {data && data.data.length > 0 && <VolumeChart report={data} />}
    </Section>
  );
}

/** The days are those of the answer: while the next period is on its way, the picture of this one stays whole. */
function VolumeChart({ report: { from, to, data } }: { report: Report }) {
  const { volume: t } = useHomeTexts();
  const { method } = useUiTexts();
  const { date, dayAndMonth, money, roughMoney } = useFormats();
  const amountOf = (day: string, type: string) =>
    data.find((row) => row.date === day && row.payment_type === type)?.approved_amount ?? 0;
  const series = [
    { key: 'pix', label: method.pix },
    { key: 'invoice', label: method.invoice, isHatched: true },
  ];
  const bars = daysOf({ start: from, end: to }).map((day) => ({
    key: day,
    label: date(day),
    tick: dayAndMonth(day),
    values: series.map(({ key }) => amountOf(day, key)),
    link: { to: '/transactions', query: { paidAtStart: day, paidAtEnd: day } },
  }));
  return <BarChart label={t.label} series={series} bars={bars} format={money} formatRough={roughMoney} />;
}
