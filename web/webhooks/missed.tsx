import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { May } from '../ui/page/may.tsx';
import styles from './webhooks.module.css';
import { missedQuery, type Webhook } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const RecoverDialog = lazy(async () => ({ default: (await import('./recover-dialog.tsx')).RecoverDialog }));

/** An endpoint that fails or is off misses something: how much, and how it gets that after all. */
export function Missed({ webhook }: { webhook: Webhook }) {
  const { missed: t } = useWebhookTexts();
  const { dateTime } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const missed = useQuery(missedQuery(String(webhook.id))).data;
  if (!missed || missed.total === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <p>{t.text({ total: missed.total, since: dateTime(missed.since) })}</p>
      <May need="webhooks">
        <Button variant="default" onClick={() => setIsOpen(true)} disabled={webhook.status !== 'ACTIVE'}>
          {t.recover}
        </Button>
      </May>
      {isOpen && (
        <Suspense fallback={null}>
          <RecoverDialog id={String(webhook.id)} since={missed.since} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
