import { useRef, useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { useLoginTexts } from './login.texts.ts';

/** Sends a form, and knows afterwards what was wrong, at which field. */
export function useSending() {
  const { account: t } = useLoginTexts();
  const textOf = useErrorText();
  const [failure, setFailure] = useState<unknown>(null);
  const [isRunning, setIsRunning] = useState(false);
  const alert = useRef<HTMLParagraphElement>(null);
  const field = failure instanceof ApiFailure ? failure.field : undefined;
  return {
    isRunning,
    alert,
    /** What is about no field, or nothing. */
    problem: failure === null || field !== undefined ? null : textOf(failure),
    problemAt(name: string): string | undefined {
      if (field !== name) return undefined;
      return name === 'password' ? t.weak : t.wrong;
    },
    async send(work: () => Promise<unknown>): Promise<void> {
      setIsRunning(true);
      setFailure(null);
      try {
        await work();
      } catch (error) {
        setFailure(error);
        setTimeout(() => alert.current?.focus());
      }
      setIsRunning(false);
    },
  };
}
