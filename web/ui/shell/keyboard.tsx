import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useAddress } from '../page/address.ts';
import type { PaletteProps } from './command-palette.tsx';
import type { KeyMeaning } from './key-list.tsx';
import { closeLayer, openKeyList, openPalette, useLayer } from './layers.ts';
import type { NavItem } from './navigation.ts';
import { areLettersOn } from './shortcut-setting.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** Within this after `g`, the next letter names a page. */
const CHORD_MS = 1_200;

export interface KeyboardProps {
  pages: readonly NavItem[];
  palette: Omit<PaletteProps, 'pages' | 'onClose'>;
  /** Letters that mean something in this application alone. */
  letters?: readonly KeyMeaning[];
}

/** What can be done without a mouse. Single letters rest while a field, a menu or a dialog has the focus. */
export function Keyboard({ pages, palette, letters = [] }: KeyboardProps) {
  const shown = useLayer();
  useKeys(pages, letters);
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <CommandPalette pages={pages} {...palette} onClose={closeLayer} />}
      {shown === 'keys' && <KeyList letters={letters} onClose={closeLayer} />}
    </Suspense>
  );
}

function useKeys(pages: readonly NavItem[], letters: readonly KeyMeaning[]): void {
  const address = useAddress();
  const current = useRef({ address, pages, letters });
  current.current = { address, pages, letters };
  const [chord] = useState({ until: 0 });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault();
        return openPalette();
      }
      if (ctrlKey || metaKey || altKey || isBusy(event.target) || !areLettersOn()) return;
      if (chord.until > event.timeStamp) {
        chord.until = 0;
        const page = current.current.pages.find((one) => one.key === key);
        if (page) current.current.address.go(page.to);
        return;
      }
      if (key === 'g') chord.until = event.timeStamp + CHORD_MS;
      else if (pressLetter(key, current.current.letters)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [chord]);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=menu]')) return true;
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

/** Says whether the letter meant something here. */
function pressLetter(key: string, letters: readonly KeyMeaning[]): boolean {
  if (key === '?') {
    openKeyList();
    return true;
  }
  const press = letters.find((letter) => letter.key === key)?.press;
  if (press) {
    press();
    return true;
  }
  if (key === 'j' || key === 'k') return moveInRows(key === 'j' ? 1 : -1);
  if (key === '[' || key === ']') return pressFound(`[data-pager="${key === '[' ? 'previous' : 'next'}"]`);
  if (key === 'x') return chooseRow();
  return /^[/fer]$/.test(key) && pressFound(`[data-shortcut="${key}"]`);
}

function pressFound(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) return false;
  if (found instanceof HTMLInputElement) found.focus();
  else found.click();
  return true;
}

const rowLinks = () =>
  [...document.querySelectorAll<HTMLElement>('main tbody tr')].map((row) => row.querySelector('a'));

function moveInRows(step: number): boolean {
  const links = rowLinks().filter((link) => link !== null);
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 ? 0 : at + step];
  next?.focus();
  return next !== undefined;
}

function chooseRow(): boolean {
  const box = document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]');
  box?.click();
  return box !== null && box !== undefined;
}
