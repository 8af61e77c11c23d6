import { useSyncExternalStore } from 'react';

/** What lies over the whole dashboard; one at a time. */
type Layer = 'palette' | 'keys' | null;

let shown: Layer = null;
const listeners = new Set<() => void>();

function show(next: Layer): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const openPalette = () => show('palette');
export const openKeyList = () => show('keys');
export const closeLayer = () => show(null);

export function useLayer(): Layer {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
