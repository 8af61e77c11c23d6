import { useState } from 'react';
import { rememberInCookie } from '../cookies.ts';

export type Density = 'comfortable' | 'compact';

/** How high the rows of tables are. It is an attribute of the page, so that no table has to know of it. */
export function useDensity(): [Density, (density: Density) => void] {
  const root = document.documentElement.dataset;
  const [density, setDensity] = useState<Density>(root['density'] === 'compact' ? 'compact' : 'comfortable');
  const change = (next: Density) => {
    setDensity(next);
    root['density'] = next;
    rememberInCookie('vintem_density', next === 'compact' ? next : '');
  };
  return [density, change];
}
