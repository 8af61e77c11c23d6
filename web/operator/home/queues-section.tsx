import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import type { Home } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

/** Workers look every second: younger than this is nothing to look at. */
const LATE_SECONDS = 60;

export function QueuesSection({ queues }: { queues: Home['queues'] }) {
  const { queues: t, open } = useHomeTexts();
  const { duration } = useFormats();
  const names: Record<string, string> = t.names;
  return (
    <Section title={t.title}>
      {queues === null ? (
        <p>{open.notTold}</p>
      ) : (
        <Facts
          facts={queues.map(({ queue, overdue_seconds: seconds }) => [
            names[queue] ?? queue,
            seconds < LATE_SECONDS ? t.none : t.late({ age: duration(seconds) }),
          ])}
        />
      )}
    </Section>
  );
}
