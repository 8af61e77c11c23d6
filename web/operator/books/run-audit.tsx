import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { Section } from '../../ui/page/section.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import styles from './books.module.css';
import { type AskedAudit, askedAuditsQuery, askForAudit, isOpen } from './books.queries.ts';
import { useBookTexts } from './books.texts.ts';

const ALL_PERCENT = 100;

/** An audit now, and how far it is. What is asked for while one runs is that one. */
export function RunAudit() {
  const { run: t } = useBookTexts();
  const mayRun = useCan('books');
  const textOf = useErrorText();
  const client = useQueryClient();
  const { data } = useQuery(askedAuditsQuery);
  const latest = data?.data[0];
  const isRunning = latest !== undefined && isOpen(latest);
  const ask = useMutation({
    mutationFn: askForAudit,
    onSuccess: () => client.invalidateQueries({ queryKey: askedAuditsQuery.queryKey }),
    onError: (error) => toast(textOf(error), { isFailure: true }),
  });
  // What home says of the last audit is old as soon as one ended.
  useEffect(() => {
    if (latest?.ended_at) void client.invalidateQueries({ queryKey: ['home'] });
  }, [client, latest?.ended_at]);
  return (
    <Section
      title={t.title}
      actions={
        mayRun && (
          <Button size="xs" loading={ask.isPending} disabled={isRunning} onClick={() => ask.mutate()}>
            {t.ask}
          </Button>
        )
      }
    >
      <div className={styles.run}>
        <p className={styles.text}>{t.text}</p>
        {latest && <Latest audit={latest} />}
      </div>
    </Section>
  );
}

function Latest({ audit }: { audit: AskedAudit }) {
  const { run: t } = useBookTexts();
  const { state, check, checks, findings, checks_held, broken_check, broken_rows } = audit;
  const asked = (
    <p>
      {t.asked({ name: audit.asked_by })} <Timestamp at={audit.asked_at} isReal />
    </p>
  );
  if (state === 'WAITING')
    return (
      <>
        {asked}
        <p role="status">{t.waiting}</p>
      </>
    );
  if (state === 'RUNNING') {
    const done = check ? check.number - 1 : 0;
    return (
      <>
        {asked}
        <Progress value={(done / checks) * ALL_PERCENT} aria-label={t.progress} />
        <p role="status">
          {t.check({ number: check?.number ?? 1, of: checks })} <span lang="en">{check?.name}</span>
        </p>
      </>
    );
  }
  if (state === 'GIVEN_UP')
    return (
      <>
        {asked}
        <Badge tone="bad" word={t.givenUp} />
      </>
    );
  if (!findings)
    return (
      <>
        {asked}
        <Badge tone="good" word={t.clean({ count: checks_held ?? 0 })} />
      </>
    );
  return (
    <>
      {asked}
      <Badge tone="bad" word={t.broken({ count: findings })} />
      <p lang="en">{broken_check}</p>
      <pre className={styles.rows}>{(broken_rows ?? []).map((row) => JSON.stringify(row)).join('\n')}</pre>
    </>
  );
}
