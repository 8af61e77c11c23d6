import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useCan } from '../api/session.ts';
import { type Address, useAddress } from '../ui/page/address.ts';
import { closeLayer, openKeyList, openPalette, useLayer } from './layers.ts';
import { NAVIGATION } from './navigation.ts';
import { areLettersOn } from './shortcut-setting.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** Within this after `g`, the next letter names a page. */
const CHORD_MS = 1_200;
const PAGES = new Map(
  NAVIGATION.flatMap(({ items }) => items).flatMap(({ key, to }) => (key ? [[key, to] as const] : [])),
);

/** What can be done without a mouse. Single letters rest while a field, a menu or a dialog has the focus. */
export function Keyboard() {
  const shown = useLayer();
  useKeys();
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <CommandPalette onClose={closeLayer} />}
      {shown === 'keys' && <KeyList onClose={closeLayer} />}
    </Suspense>
  );
}

function useKeys(): void {
  const address = useAddress();
  const canCharge = useCan('charge');
  const current = useRef({ address, canCharge });
  current.current = { address, canCharge };
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
        const to = PAGES.get(key);
        if (to) current.current.address.go(to);
        return;
      }
      if (key === 'g') chord.until = event.timeStamp + CHORD_MS;
      else if (pressLetter(key, current.current.address, current.current.canCharge)) event.preventDefault();
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
function pressLetter(key: string, address: Address, canCharge: boolean): boolean {
  if (key === '?') {
    openKeyList();
    return true;
  }
  if (key === 'n' && canCharge) {
    address.go('/transactions/new');
    return true;
  }
  if (key === 'j' || key === 'k') return moveInRows(key === 'j' ? 1 : -1);
  if (key === '[' || key === ']') return press(`[data-pager="${key === '[' ? 'previous' : 'next'}"]`);
  if (key === 'x') return chooseRow();
  return /^[/fer]$/.test(key) && press(`[data-shortcut="${key}"]`);
}

function press(selector: string): boolean {
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
