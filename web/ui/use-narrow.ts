import { useSyncExternalStore } from 'react';

/** Below this a table becomes a list of cards. */
const NARROW = '(max-width: 40em)';

function subscribe(tell: () => void): () => void {
  const media = matchMedia(NARROW);
  media.addEventListener('change', tell);
  return () => media.removeEventListener('change', tell);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}
