import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { IconCheck, IconCopy } from '../page/icons.ts';
import { announce } from '../page/toasts.tsx';
import { useUiTexts } from '../ui.texts.ts';
import styles from './copy-text.module.css';

const TICK_MS = 1_500;
/** Longer than this, an id is shortened in its middle. */
const MAX_ID_LENGTH = 16;
const ID_START = 8;
const ID_END = 4;

/** A plain http page has no clipboard, and a browser may deny it: then what a person would do is done. */
export async function copyToClipboard(text: string): Promise<void> {
  const isDone = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (isDone) return;
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

export function useCopy(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const t = useUiTexts();
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isCopied,
    async copy(text) {
      await copyToClipboard(text);
      announce(t.copied);
      setIsCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIsCopied(false), TICK_MS);
    },
  };
}

/** The sign turns to a tick for a moment, also after a second click. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useUiTexts();
  const { isCopied, copy } = useCopy();
  return (
    <ActionIcon variant="subtle" className={styles.copy} aria-label={label ?? t.copy} onClick={() => copy(text)}>
      {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </ActionIcon>
  );
}

export function CopyText({ text, shown, label }: { text: string; shown?: string; label?: string }) {
  return (
    <span className={styles.text}>
      <span className={styles.shown}>{shown ?? text}</span>
      <CopyButton text={text} {...(label === undefined ? {} : { label })} />
    </span>
  );
}

/** Short in its middle on the screen, whole when copied. */
export function IdText({ id }: { id: string }) {
  const isLong = id.length > MAX_ID_LENGTH;
  return <CopyText text={id} shown={isLong ? `${id.slice(0, ID_START)}…${id.slice(-ID_END)}` : id} />;
}
