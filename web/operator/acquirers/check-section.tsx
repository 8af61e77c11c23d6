import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { Section } from '../../ui/page/section.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import styles from './acquirers.module.css';
import { type CheckNews, checkAcquirer } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';

const TONES = { good: 'good', warning: 'waiting', failed: 'bad', done: 'good' } as const;

/** What `vintem acquirer check` tries; each step is shown as it happens. */
export function CheckSection({ name }: { name: string }) {
  const { check: t } = useAcquirerTexts();
  const textOf = useErrorText();
  const [news, setNews] = useState<readonly CheckNews[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const run = async () => {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setNews([]);
    setError(null);
    setIsRunning(true);
    try {
      await checkAcquirer(name, (one) => setNews((before) => [...before, one]), signal);
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Section
      title={t.title}
      actions={
        <Button variant="default" loading={isRunning} onClick={run}>
          {t.run}
        </Button>
      }
    >
      <p className={styles.note}>{t.text}</p>
      <ol className={styles.steps} aria-live="polite">
        {news.map((one, index) => (
          // Steps only ever join at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Step key={index} news={one} />
        ))}
      </ol>
      {error !== null && <p role="alert">{textOf(error)}</p>}
    </Section>
  );
}

function Step({ news: { outcome, step, says = '' } }: { news: CheckNews }) {
  const { check: t } = useAcquirerTexts();
  const known: Record<string, string> = t.says;
  // What it advises for the command line is a button here.
  const shown = says.startsWith('no webhook yet') ? t.noWebhook : known[says];
  return (
    <li>
      <Badge tone={TONES[outcome]} word={t.outcomes[outcome]} />
      <span>
        {step && <strong>{t.steps[step]} </strong>}
        {shown ?? <span lang="en">{says}</span>}
      </span>
    </li>
  );
}
