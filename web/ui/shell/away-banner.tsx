import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onAnswer, readReadiness, readSession } from '../../api/call.ts';
import styles from './frame.module.css';
import { useShellTexts } from './shell.texts.ts';

type Away = 'offline' | 'unavailable' | 'acquirer' | null;

const UNAVAILABLE = 503;
/** How often it is tried whether somebody answers again, and how often the acquirer is asked after. */
const TRY_MS = 4_000;
const LOOK_MS = 60_000;

/** Says who is away, the service or the acquirer, for as long as that is so; then everything is asked for again. */
export function AwayBanner() {
  const t = useShellTexts();
  const service = useServiceAway();
  const acquirer = useAcquirerAway();
  const state: Away = service ?? acquirer;
  if (state === null) return null;
  return (
    <div className={styles.away} role="alert">
      {t.away[state]}
    </div>
  );
}

function useServiceAway(): Away {
  const client = useQueryClient();
  const [away, setAway] = useState<Away>(null);
  useEffect(() => {
    let goneAtMs = 0;
    const isAway = (who: Away) => {
      goneAtMs = performance.now();
      setAway(who);
    };
    const gone = () => isAway('offline');
    // What was asked for before somebody went away says nothing about it, however late the answer comes.
    const stop = onAnswer((status, askedAtMs) => {
      if (askedAtMs < goneAtMs) return;
      const who = awayAfter(status);
      if (who === null) setAway(null);
      else isAway(who);
    });
    window.addEventListener('offline', gone);
    return () => {
      stop();
      window.removeEventListener('offline', gone);
    };
  }, []);
  useEffect(() => {
    if (away === null) return;
    const timer = setInterval(async () => {
      const session = await readSession().catch(() => null);
      if (session) void client.invalidateQueries();
    }, TRY_MS);
    return () => clearInterval(timer);
  }, [away, client]);
  return away;
}

function awayAfter(status: number): Away {
  if (status === 0) return 'offline';
  return status === UNAVAILABLE ? 'unavailable' : null;
}

function useAcquirerAway(): Away {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      setIsAway((await readReadiness())?.acquirer === 'down');
    };
    const first = setTimeout(look, TRY_MS);
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return isAway ? 'acquirer' : null;
}
