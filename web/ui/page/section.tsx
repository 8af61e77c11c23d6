import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  actions?: ReactNode;
  /** Without a frame, where the content has one of its own. */
  isBare?: boolean;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Section({ title, actions, isBare = false, children }: SectionProps) {
  return (
    <section className={isBare ? styles.bare : styles.section} aria-label={title}>
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
