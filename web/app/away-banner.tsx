import { useSyncExternalStore } from 'react';
import { onAnswer } from '../api/call.ts';
import { useAppTexts } from './app.texts.ts';
import styles from './frame.module.css';

type Away = 'offline' | 'unavailable' | null;

let away: Away = null;

function subscribe(tell: () => void): () => void {
  return onAnswer((status) => {
    const next = awayAfter(status);
    if (next === away) return;
    away = next;
    tell();
  });
}

function awayAfter(status: number): Away {
  if (status === 0) return 'offline';
  return status === 503 ? 'unavailable' : null;
}

/** Says that nothing answers, until something does. */
export function AwayBanner() {
  const t = useAppTexts();
  const state = useSyncExternalStore(subscribe, () => away);
  if (state === null) return null;
  return (
    <div className={styles.away} role="alert">
      {t[state]}
    </div>
  );
}
