import type { ReactNode } from 'react';
import styles from './card-lines.module.css';

/** A row of a list where there is no room for columns: what matters most first, the rest smaller below it. */
export function CardLines({ start, end, lines }: { start: ReactNode; end?: ReactNode; lines: readonly ReactNode[] }) {
  return (
    <div className={styles.lines}>
      <div className={styles.first}>
        <span>{start}</span>
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a card never move.
        <div key={index} className={styles.line}>
          {line}
        </div>
      ))}
    </div>
  );
}
