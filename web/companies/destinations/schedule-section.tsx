import type { PayoutSchedule } from '../../api/payouts.ts';
import { useCan } from '../../api/session.ts';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Link } from '../../ui/page/link.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { useDestinationText } from '../../ui/values/destination-text.ts';
import styles from './destinations.module.css';
import { useDestinationTexts } from './destinations.texts.ts';
import { NextRuns } from './next-runs.tsx';
import type { ScheduleProps } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** When money leaves by itself, and what came of the last times. */
export function ScheduleSection(props: ScheduleProps) {
  const { schedule: t } = useDestinationTexts();
  const { schedule } = props;
  const saved = JSON.stringify([
    schedule.rhythm,
    schedule.day,
    schedule.destination_id,
    schedule.minimum,
    schedule.keep,
  ]);
  return (
    <Section title={t.title}>
      <p>{t.text}</p>
      {useCan('payout') ? <ScheduleForm key={saved} {...props} /> : <ScheduleText {...props} />}
      {schedule.runs.length > 0 && <LastRuns runs={schedule.runs} />}
    </Section>
  );
}

function ScheduleText({ schedule, destinations }: ScheduleProps) {
  const { schedule: t } = useDestinationTexts();
  const lineOf = useDestinationText();
  if (schedule.rhythm === 'manual') return <p>{t.none}</p>;
  const destination = destinations.find(({ id }) => id === schedule.destination_id);
  const line = destination ? lineOf(destination) : t.gone;
  return (
    <>
      <p>{t.summary({ rhythm: t.rhythms[schedule.rhythm], line })}</p>
      <div className={styles.next}>
        <NextRuns days={schedule.next_runs.map(({ day }) => day)} />
      </div>
    </>
  );
}

type Run = PayoutSchedule['runs'][number];
const MOST_SHOWN = 10;

function LastRuns({ runs }: { runs: readonly Run[] }) {
  const { schedule: t } = useDestinationTexts();
  const { date, money } = useFormats();
  const reasonOf = (code: string) =>
    code in t.reasons ? t.reasons[code as keyof typeof t.reasons] : t.otherReason({ code });
  const outcome = ({ payout_id, reason }: Run) =>
    payout_id === null ? (
      t.notMade({ reason: reasonOf(reason ?? '') })
    ) : (
      <Link to={`/payouts/${payout_id}`}>{t.payout({ id: payout_id })}</Link>
    );
  const amount = ({ amount: cents }: Run) => (cents === null ? '–' : money(cents));
  const columns: readonly Column<Run>[] = [
    { key: 'day', header: t.day, cell: ({ day }) => date(day) },
    { key: 'outcome', header: t.outcome, cell: outcome },
    { key: 'amount', header: t.amount, align: 'right', cell: amount },
  ];
  return (
    <div className={styles.last}>
      <p>{t.last}</p>
      <DataTable
        caption={t.last}
        columns={columns}
        rows={runs.slice(0, MOST_SHOWN)}
        rowKey={({ day }) => day}
        card={(run) => <CardLines start={date(run.day)} end={amount(run)} lines={[outcome(run)]} />}
      />
    </div>
  );
}
