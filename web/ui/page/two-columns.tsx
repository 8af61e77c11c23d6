import type { ReactNode } from 'react';
import styles from './two-columns.module.css';

/** What a page is about, and what belongs to it beside it; below it where there is no room. */
export function TwoColumns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>{aside}</div>
    </div>
  );
}
