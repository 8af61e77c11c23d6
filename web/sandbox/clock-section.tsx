import { Button } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { setBusinessNow } from '../ui/values/business-clock.ts';
import styles from './sandbox.module.css';
import { useSandboxTexts } from './sandbox.texts.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/forms/confirm-dialog.tsx')).ConfirmDialog }));

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MONTH_SECONDS = 30 * DAY_SECONDS;
const TICK_MS = 10_000;

interface Clock {
  now: string;
  offset_seconds: number;
  next_business_day: string;
}

const clockQuery = queryOptions({
  queryKey: ['sandbox-clock'],
  queryFn: ({ signal }) => call<Clock>('/sandbox/clock', { signal }),
  refetchInterval: TICK_MS,
});

const STEPS = {
  hour: () => HOUR_SECONDS,
  day: () => DAY_SECONDS,
  businessDay: ({ now, next_business_day: next }: Clock) =>
    Math.ceil((new Date(next).getTime() - new Date(now).getTime()) / 1_000),
  month: () => MONTH_SECONDS,
};

/** Business time, and how to move it. */
export function ClockSection() {
  const { clock: t } = useSandboxTexts();
  const { sandbox_clock: isMovable } = useSession();
  const formats = useFormats();
  const queries = useQueryClient();
  const clock = useQuery(clockQuery);
  const [step, setStep] = useState<keyof typeof STEPS | null>(null);
  const move = async (chosen: keyof typeof STEPS) => {
    const body = { advance_seconds: STEPS[chosen](await call<Clock>('/sandbox/clock')) };
    const { now } = await call<{ now: string }>('/sandbox/clock', { method: 'POST', body });
    setBusinessNow(now);
    toast(t.moved);
    // Due dates, balances, statuses: everything may be different now.
    await queries.invalidateQueries();
  };
  const offset = clock.data?.offset_seconds ?? 0;
  const ahead = { days: Math.floor(offset / DAY_SECONDS), hours: Math.floor((offset % DAY_SECONDS) / HOUR_SECONDS) };
  return (
    <Section title={t.title}>
      <p>{t.text}</p>
      {clock.isError ? (
        <ErrorCard error={clock.error} onRetry={() => clock.refetch()} />
      ) : (
        <>
          <p className={styles.time}>{clock.data ? formats.dateTime(clock.data.now) : ' '}</p>
          <p className={styles.ahead}>
            {t.ahead}: {t.aheadBy(ahead)}
          </p>
        </>
      )}
      {isMovable ? (
        <div className={styles.buttons}>
          {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((name) => (
            <Button key={name} variant="default" onClick={() => setStep(name)}>
              {t[name]}
            </Button>
          ))}
        </div>
      ) : (
        <p>{t.off}</p>
      )}
      {step && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={t.confirmTitle}
            action={t.confirm({ by: t[step] })}
            onConfirm={() => move(step)}
            onClose={() => setStep(null)}
          >
            <p>{t.confirmText}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Section>
  );
}
