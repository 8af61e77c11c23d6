import type { ReactNode } from 'react';
import type { Tone } from './status-badge.tsx';
import styles from './timeline.module.css';
import { Timestamp } from './timestamp.tsx';

export interface TimelineStep {
  key: string;
  at: string;
  title: ReactNode;
  tone?: Tone;
  /** What followed from it, such as deliveries. */
  details?: readonly ReactNode[];
}

/** What happened, newest first. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline}>
      {steps.map(({ key, at, title, tone, details = [] }) => (
        <li key={key} className={styles.step}>
          <span className={styles.dot} data-tone={tone} aria-hidden="true" />
          <div className={styles.title}>{title}</div>
          <div className={styles.time}>
            <Timestamp at={at} absolute />
          </div>
          {details.length > 0 && (
            <ul className={styles.details}>
              {details.map((detail, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the details of a step never move.
                <li key={index}>{detail}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
