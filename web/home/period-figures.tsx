import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../i18n/formats.ts';
import type { Period } from '../ui/lists/periods.ts';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconArrowDownRight, IconArrowUpRight } from '../ui/page/icons.ts';
import { Tile, Tiles } from '../ui/values/tiles.tsx';
import { averageOf, changeOf, conversionOf, openOf, periodBefore } from './comparison.ts';
import styles from './home.module.css';
import { type Report, reportQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

interface OfPeriod {
  period: Period;
  companyId: string | undefined;
}

const TILE_HEIGHT = 110;

/** What the period brought, each figure beside what the same number of days brought before. */
export function PeriodFigures({ period, companyId }: OfPeriod) {
  const { figures: t } = useHomeTexts();
  const { date } = useFormats();
  const before = periodBefore(period);
  const reports = [
    useQuery(reportQuery(period, 'paid', companyId)),
    useQuery(reportQuery(before, 'paid', companyId)),
    useQuery(reportQuery(period, 'created', companyId)),
    useQuery(reportQuery(before, 'created', companyId)),
  ];
  const failed = reports.find(({ error }) => error);
  if (failed)
    return <ErrorCard error={failed.error} onRetry={() => reports.forEach(({ refetch }) => void refetch())} />;
  const [paid, paidBefore, created, createdBefore] = reports.map(({ data }) => data?.totals);
  return (
    <div>
      {paid && paidBefore && created && createdBefore ? (
        <FigureTiles
          period={period}
          paid={paid}
          paidBefore={paidBefore}
          created={created}
          createdBefore={createdBefore}
        />
      ) : (
        <FigureSkeletons />
      )}
      <p className={styles.compared}>{t.comparedTo({ from: date(before.start), to: date(before.end) })}</p>
    </div>
  );
}

type Totals = Report['totals'];
interface FigureTilesProps {
  period: Period;
  paid: Totals;
  paidBefore: Totals;
  created: Totals;
  createdBefore: Totals;
}

function FigureTiles({ period, paid, paidBefore, created, createdBefore }: FigureTilesProps) {
  const { figures: t } = useHomeTexts();
  const { money, number, percent } = useFormats();
  const paidThen = { paidAtStart: period.start, paidAtEnd: period.end };
  const createdThen = { createdAtStart: period.start, createdAtEnd: period.end };
  const conversion = conversionOf(created);
  return (
    <Tiles>
      <Tile
        label={t.received}
        value={money(paid.approved_amount)}
        note={<Change now={paid.approved_amount} before={paidBefore.approved_amount} />}
        to="/transactions"
        query={paidThen}
      />
      <Tile
        label={t.paid}
        value={number(paid.approved_count)}
        note={<Change now={paid.approved_count} before={paidBefore.approved_count} />}
        to="/transactions"
        query={paidThen}
      />
      <Tile
        label={t.conversion}
        value={conversion === null ? '–' : percent(conversion)}
        note={
          <>
            <PointsChange now={conversion} before={conversionOf(createdBefore)} />
            <span className={styles.open}>{t.stillOpen({ open: openOf(created) })}</span>
          </>
        }
        to="/transactions"
        query={createdThen}
      />
      <Tile
        label={t.average}
        value={money(averageOf(paid))}
        note={<Change now={averageOf(paid)} before={averageOf(paidBefore)} />}
        to="/transactions"
        query={paidThen}
      />
    </Tiles>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  const { figures: t } = useHomeTexts();
  const { percent } = useFormats();
  const change = changeOf(now, before);
  if (change === null) return now === 0 ? t.same : t.nothingBefore;
  return <Way change={change} words={percent(Math.abs(change))} />;
}

/** Shares differ by points: from 80% to 88% is 8 points, not 10%. */
function PointsChange({ now, before }: { now: number | null; before: number | null }) {
  const { figures: t } = useHomeTexts();
  const { number } = useFormats();
  if (now === null || before === null) return before === now ? t.same : t.nothingBefore;
  const points = Math.round((now - before) * 1000) / 10;
  return <Way change={points} words={t.points({ points: number(Math.abs(points)) })} />;
}

function Way({ change, words }: { change: number; words: string }) {
  const { figures: t } = useHomeTexts();
  if (change === 0) return t.same;
  const Arrow = change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={styles.change} data-way={change > 0 ? 'better' : 'worse'}>
      <Arrow size={14} aria-hidden="true" />
      {change > 0 ? t.up({ change: words }) : t.down({ change: words })}
    </span>
  );
}

function FigureSkeletons() {
  return (
    <Tiles>
      {['received', 'paid', 'conversion', 'average'].map((name) => (
        <Skeleton key={name} height={TILE_HEIGHT} radius="lg" />
      ))}
    </Tiles>
  );
}
