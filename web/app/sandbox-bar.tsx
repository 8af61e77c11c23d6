import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { Link } from '../ui/page/link.tsx';
import { toast } from '../ui/page/toasts.tsx';
import styles from '../ui/shell/frame.module.css';
import { businessNow, setBusinessNow } from '../ui/values/business-clock.ts';
import { useAppTexts } from './app.texts.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/forms/confirm-dialog.tsx')).ConfirmDialog }));

const TICK_MS = 15_000;
const STEPS = { hour: 3_600, day: 86_400 } as const;
const SECOND_MS = 1_000;

function subscribe(tell: () => void): () => void {
  const timer = setInterval(tell, TICK_MS);
  return () => clearInterval(timer);
}

/** On every page of a sandbox: nothing here is real, and time is what one makes of it. */
export function SandboxBar() {
  const { sandbox: t } = useAppTexts();
  const { dateTime } = useFormats();
  const { sandbox_clock: isClockOurs } = useSession();
  const [seconds, setSeconds] = useState<number | null>(null);
  useSyncExternalStore(subscribe, () => Math.floor(businessNow() / TICK_MS));
  return (
    <div className={styles.sandbox}>
      <strong>{t.title}</strong>
      <span>{t.text}</span>
      <Link to="/sandbox">
        {t.clock}: {dateTime(new Date(businessNow()).toISOString())}
      </Link>
      {isClockOurs && (
        <span className={styles.clockButtons}>
          {(['hour', 'day'] as const).map((step) => (
            <button key={step} type="button" onClick={() => setSeconds(STEPS[step])}>
              {t[step]}
            </button>
          ))}
        </span>
      )}
      {seconds !== null && (
        <Suspense fallback={null}>
          <AdvanceDialog seconds={seconds} onClose={() => setSeconds(null)} />
        </Suspense>
      )}
    </div>
  );
}

function AdvanceDialog({ seconds, onClose }: { seconds: number; onClose: () => void }) {
  const { sandbox: t } = useAppTexts();
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const target = new Date(businessNow() + seconds * SECOND_MS).toISOString();
  return (
    <ConfirmDialog
      title={t.advance}
      action={t.advance}
      onClose={onClose}
      onConfirm={async () => {
        const { now } = await call<{ now: string }>('/sandbox/clock', {
          method: 'POST',
          body: { advance_seconds: seconds },
        });
        setBusinessNow(now);
        toast(t.advanced({ time: dateTime(now) }));
        void client.invalidateQueries();
      }}
    >
      {t.advanceText({ time: dateTime(target) })}
    </ConfirmDialog>
  );
}
