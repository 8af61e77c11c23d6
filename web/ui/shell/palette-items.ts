import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useLanguage } from '../../i18n/language.tsx';
import { useAddress } from '../page/address.ts';
import { IconKeyboard, IconLanguage, IconLogout, IconMoon, type TablerIcon } from '../page/icons.ts';
import { openKeyList } from './layers.ts';
import { logOut } from './log-out.ts';
import type { NavItem } from './navigation.ts';
import { useShellTexts } from './shell.texts.ts';

export interface PaletteItem {
  key: string;
  group: string;
  label: string;
  detail?: string;
  icon: TablerIcon;
  run: () => void;
}

/** Where the palette looks. */
export interface PaletteSources {
  pages: readonly NavItem[];
  /** What else can be done at once. A hook. */
  useActions?: (group: string) => readonly PaletteItem[];
  /** What the server finds for these letters. A hook. */
  useFound: (text: string) => readonly PaletteItem[];
}

const useNoActions = (): readonly PaletteItem[] => [];

/** Everything that can be reached for these letters: pages, actions, and what is asked of the server. */
export function usePaletteItems(
  text: string,
  { pages, useActions = useNoActions, useFound }: PaletteSources,
): readonly PaletteItem[] {
  const { palette: t } = useShellTexts();
  const wanted = plain(text);
  const fixed = [...usePages(pages), ...useActions(t.actions), ...useOwnActions()].filter(({ label }) =>
    plain(label).includes(wanted),
  );
  const found = useFound(text.trim());
  return wanted === '' ? fixed : [...fixed, ...found];
}

/** "Inicio" finds "Início". */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function usePages(pages: readonly NavItem[]): PaletteItem[] {
  const { palette: t } = useShellTexts();
  const address = useAddress();
  return pages.map(({ label, to, icon, isOutside }) => ({
    key: to,
    group: t.pages,
    label,
    icon,
    run: () => (isOutside ? window.location.assign(to) : address.go(to)),
  }));
}

function useOwnActions(): PaletteItem[] {
  const { palette: t } = useShellTexts();
  const { language, setLanguage } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const group = t.actions;
  return [
    {
      key: 'language',
      group,
      label: t.language,
      icon: IconLanguage,
      run: () => setLanguage(language === 'en' ? 'pt-BR' : 'en'),
    },
    {
      key: 'scheme',
      group,
      label: t.scheme,
      icon: IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    // After the palette has closed: only one layer is open at a time.
    { key: 'keys', group, label: t.shortcuts, icon: IconKeyboard, run: () => setTimeout(openKeyList) },
    { key: 'out', group, label: t.logOut, icon: IconLogout, run: logOut },
  ];
}
