import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useUiTexts } from '../ui.texts.ts';
import { useCopy } from '../values/copy-text.tsx';
import styles from './dialogs.module.css';

interface SecretOnceProps {
  title: string;
  /** In place of the words that say it is shown only now. */
  text?: string;
  secret: string;
  onClose: () => void;
}

/** Shown once and never again: nothing but a decision closes it. Import it lazily. */
export function SecretOnce({ title, text, secret, onClose }: SecretOnceProps) {
  const t = useUiTexts();
  const { isCopied, copy } = useCopy();
  const [wasCopied, setWasCopied] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={wasCopied}
      closeOnEscape={wasCopied}
      withCloseButton={false}
    >
      <p>{text ?? t.secret.once}</p>
      <code className={styles.secret}>{secret}</code>
      <Group justify="flex-end" gap="xs">
        <Button
          data-autofocus
          onClick={async () => {
            await copy(secret);
            setWasCopied(true);
          }}
        >
          {isCopied ? t.copied : t.copy}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t.secret.stored}
        </Button>
      </Group>
    </Modal>
  );
}
