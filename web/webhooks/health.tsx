import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../i18n/formats.ts';
import { Sparkline } from '../ui/charts/sparkline.tsx';
import { Section } from '../ui/page/section.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { Timestamp } from '../ui/values/timestamp.tsx';
import styles from './webhooks.module.css';
import { statsQuery } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

/** How the last day went, at a glance. */
export function Health({ id, failingSince }: { id: string; failingSince: string | null }) {
  const { health: t, failingSince: failingText } = useWebhookTexts();
  const { none } = useUiTexts();
  const { number } = useFormats();
  const stats = useQuery(statsQuery(id)).data;
  const figures: readonly (readonly [string, string])[] = [
    [t.delivered, stats ? number(stats.delivered) : none],
    [t.pending, stats ? number(stats.pending) : none],
    [t.failed, stats ? number(stats.failed) : none],
    [t.p95, stats?.p95_ms == null ? none : t.ms({ ms: stats.p95_ms })],
  ];
  return (
    <div className={styles.space}>
      <Section title={t.title}>
        <div className={styles.health}>
          <dl className={styles.figures}>
            {figures.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {failingSince !== null && (
              <div>
                <dt>{failingText}</dt>
                <dd>
                  <Timestamp at={failingSince} />
                </dd>
              </div>
            )}
          </dl>
          {stats && stats.by_hour.length > 1 && (
            <Sparkline
              label={t.byHour}
              values={stats.by_hour.map((hour) => hour.delivered + hour.failed + hour.pending)}
            />
          )}
        </div>
      </Section>
    </div>
  );
}
