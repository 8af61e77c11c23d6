import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './login.module.css';
import type { useSending } from './use-sending.ts';

interface EntranceFormProps {
  sending: ReturnType<typeof useSending>;
  submitLabel: string;
  onSubmit: () => Promise<unknown>;
  children: ReactNode;
}

export function EntranceForm({ sending, submitLabel, onSubmit, children }: EntranceFormProps) {
  const { problem, isRunning, alert, send } = sending;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send(onSubmit);
      }}
    >
      <p ref={alert} tabIndex={-1} role="alert" className={problem === null ? styles.none : styles.problem}>
        {problem}
      </p>
      <div className={styles.fields}>
        {children}
        <Button type="submit" size="md" loading={isRunning} fullWidth>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
