import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './section.module.css';

/** A part of a page with a heading of its own. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <Title order={2} size="16px" lh="24px">
          {title}
        </Title>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
