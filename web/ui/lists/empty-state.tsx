import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconFilterOff, type TablerIcon } from '../page/icons.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from '../values/states.module.css';

interface EmptyStateProps {
  icon: TablerIcon;
  title: string;
  text?: string;
  /** The next step. */
  children?: ReactNode;
}

/** Nothing there yet: says what will be, and how to come by it. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon size={32} stroke={1.5} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.detail}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** There is something, but not with these filters. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useUiTexts();
  return (
    <EmptyState icon={IconFilterOff} title={t.noMatch.title}>
      <Button variant="default" onClick={onClear}>
        {t.noMatch.action}
      </Button>
    </EmptyState>
  );
}
