import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useUiTexts } from '../ui.texts.ts';
import { IconAlertTriangle, IconCircleCheck } from './icons.ts';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  text: string;
  isFailure: boolean;
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 6_000;
const MOST_SHOWN = 4;

let nextId = 1;
let toasts: readonly Toast[] = [];
let announced = '';
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** What was done, in passing; a failure stays until it is closed. */
export function toast(text: string, options: { isFailure?: boolean; action?: Toast['action'] } = {}): void {
  const { isFailure = false, action } = options;
  const id = nextId++;
  change([...toasts, { id, text, isFailure, ...(action ? { action } : {}) }].slice(-MOST_SHOWN));
  if (!isFailure) setTimeout(dismiss, SHOWN_MS, id);
}

/** Said to whoever listens instead of looking, and not shown. */
export function announce(text: string): void {
  // The same words again would be no change, and not be read out.
  announced = announced === text ? `${text} ` : text;
  for (const listener of listeners) listener();
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const said = useSyncExternalStore(subscribe, () => announced);
  const t = useUiTexts();
  const failures = shown.filter(({ isFailure }) => isFailure);
  const others = shown.filter(({ isFailure }) => !isFailure);
  return (
    <div className={styles.toasts}>
      <div className={styles.announced} aria-live="polite">
        {said}
      </div>
      <div aria-live="polite">
        {others.map((one) => (
          <ToastCard key={one.id} toast={one} closeLabel={t.close} />
        ))}
      </div>
      <div aria-live="assertive">
        {failures.map((one) => (
          <ToastCard key={one.id} toast={one} closeLabel={t.close} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ toast: { id, text, isFailure, action }, closeLabel }: { toast: Toast; closeLabel: string }) {
  const Icon = isFailure ? IconAlertTriangle : IconCircleCheck;
  return (
    <div className={`${styles.toast} ${isFailure ? styles.failure : ''}`}>
      <Icon size={20} aria-hidden="true" />
      <span className={styles.words}>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run();
            dismiss(id);
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton size="sm" aria-label={closeLabel} onClick={() => dismiss(id)} />
    </div>
  );
}
