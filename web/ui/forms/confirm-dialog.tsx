import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from './dialogs.module.css';
import { useOnce } from './use-once.ts';

interface ConfirmDialogProps {
  title: string;
  /** What follows from it, and what cannot be undone. */
  children: ReactNode;
  /** A verb, and the amount where there is one. */
  action: string;
  isDestructive?: boolean;
  /** Off until something was typed or chosen. */
  isReady?: boolean;
  /** The dialog closes when this has succeeded, and shows why when it has not. */
  onConfirm: () => Promise<unknown>;
  /** It does not close by itself: something else takes its place, such as a secret that is shown once. */
  staysOpen?: boolean;
  onClose: () => void;
}

/** Asked before what cannot be undone. Import it lazily: it brings the parts that float. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isDestructive = false, isReady = true, onConfirm, staysOpen, onClose } = props;
  const t = useUiTexts();
  const textOf = useErrorText();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = useOnce(async () => {
    setIsRunning(true);
    setError(null);
    try {
      await onConfirm();
      if (!staysOpen) onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsRunning(false);
    }
  });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.close }}>
      <div className={styles.body}>{children}</div>
      {error !== null && (
        <p className={styles.error} role="alert">
          {textOf(error)}
        </p>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus={isDestructive || undefined}>
          {t.back}
        </Button>
        <Button
          color={isDestructive ? 'red' : 'brand'}
          onClick={() => confirm()}
          loading={isRunning}
          disabled={!isReady}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
