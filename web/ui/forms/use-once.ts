import { useRef } from 'react';

/**
 * Lets one call through at a time: a second click comes before a button could have been painted as busy. What moves
 * money is asked for by this.
 */
export function useOnce<Parameters extends unknown[]>(
  run: (...parameters: Parameters) => Promise<unknown>,
): (...parameters: Parameters) => void {
  const isRunning = useRef(false);
  return (...parameters) => {
    if (isRunning.current) return;
    isRunning.current = true;
    void run(...parameters)
      // Whoever runs it shows what went wrong.
      .catch(() => {})
      .finally(() => {
        isRunning.current = false;
      });
  };
}
