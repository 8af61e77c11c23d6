import { useFormats } from '../../i18n/formats.ts';
import { useDestinationTexts } from './destinations.texts.ts';

/** Of every run, in São Paulo. */
export const RUNS_FROM = '10:00';

export function NextRuns({ days }: { days: readonly string[] }) {
  const { schedule: t } = useDestinationTexts();
  const { longDay } = useFormats();
  return (
    <>
      {t.next}
      <ol>
        {days.map((day) => (
          <li key={day}>{t.nextRun({ day: longDay(day), time: RUNS_FROM })}</li>
        ))}
      </ol>
    </>
  );
}
