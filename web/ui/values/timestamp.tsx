import { useSyncExternalStore } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { businessNow } from './business-clock.ts';

const TICK_MS = 30_000;

function subscribe(tell: () => void): () => void {
  const timer = setInterval(tell, TICK_MS);
  return () => clearInterval(timer);
}

/** In steps, so that a reading during one paint is the same everywhere. */
const currentTick = () => Math.floor(Date.now() / TICK_MS);

interface TimestampProps {
  at: string;
  absolute?: boolean;
  /** Judged by real time, as sessions are, and not by the clock of the business. */
  isReal?: boolean;
}

/** `há 3 minutos`; the exact time with its zone on hover and for machines. */
export function Timestamp({ at, absolute = false, isReal = false }: TimestampProps) {
  useSyncExternalStore(subscribe, currentTick);
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.exact(at)}>
      {absolute ? formats.dateTime(at) : formats.relative(at, isReal ? Date.now() : businessNow())}
    </time>
  );
}
