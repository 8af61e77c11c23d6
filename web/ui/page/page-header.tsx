import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { takePageChange } from './page-focus.ts';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** Shown instead of the title, which stays the name of the page: an amount, an address. */
  shown?: ReactNode;
  /** Beside the title: a count, a status. */
  aside?: ReactNode;
  /** Above the title: where one came from. */
  above?: ReactNode;
  actions?: ReactNode;
}

/** The one heading of a page. After another page was opened, whoever listens hears its name first. */
export function PageHeader({ title, shown, aside, above, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Vintém`;
  }, [title]);
  useEffect(() => {
    if (takePageChange()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={styles.header}>
      {above && <div className={styles.above}>{above}</div>}
      <div className={styles.line}>
        <div className={styles.name}>
          <Title order={1} size="22px" lh="28px" ref={heading} tabIndex={-1}>
            {shown ?? title}
          </Title>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}
