import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { ActionMenu } from '../page/action-menu.tsx';
import { useAddress } from '../page/address.ts';
import { IconLogout, IconMenu2, IconMoon, IconSearch, IconSettings, IconSun, IconUser } from '../page/icons.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from './frame.module.css';
import { openPalette } from './layers.ts';
import { logOut } from './log-out.ts';
import { useShellTexts } from './shell.texts.ts';

const SEARCH_KEYS = 'Ctrl K';

interface TopBarProps {
  userName: string;
  isMenuOpen: boolean;
  onMenu: () => void;
  /** What the pages are about, where that can be chosen. */
  children?: ReactNode;
}

export function TopBar({ userName, isMenuOpen, onMenu, children }: TopBarProps) {
  const t = useShellTexts();
  const ui = useUiTexts();
  const { language, setLanguage } = useLanguage();
  const address = useAddress();
  const changeLanguage = () => {
    setLanguage(language === 'en' ? 'pt-BR' : 'en');
    // From now on the cookie says it; an address that says something else would win at the next load.
    if (address.one('lang') !== undefined) address.change({ lang: null }, { replace: true });
  };
  return (
    <div className={styles.top} data-bar="top">
      <ActionIcon
        className={styles.burger ?? ''}
        variant="subtle"
        size={44}
        aria-label={ui.openMenu}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={22} />
      </ActionIcon>
      {children}
      <SearchButton />
      <span className={styles.spring} />
      <Button variant="subtle" className={styles.languageWord ?? ''} onClick={changeLanguage} px={8}>
        {t.language}
      </Button>
      <SchemeSwitch />
      <UserMenu name={userName} />
    </div>
  );
}

/** Opens the palette; the key is named where there is room. */
function SearchButton() {
  const { palette: t } = useShellTexts();
  // On a phone only the sign is shown; whoever speaks to the page says what stands there on a wide one.
  return (
    <button type="button" className={styles.searchButton} aria-label={`${t.open} ${SEARCH_KEYS}`} onClick={openPalette}>
      <IconSearch size={18} aria-hidden="true" />
      <span className={styles.searchWord}>{t.open}</span> <kbd className={styles.searchWord}>{SEARCH_KEYS}</kbd>
    </button>
  );
}

function SchemeSwitch() {
  const { theme: t } = useShellTexts();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      aria-label={isDark ? t.light : t.dark}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  );
}

function UserMenu({ name }: { name: string }) {
  const { user: t } = useShellTexts();
  const address = useAddress();
  return (
    <ActionMenu
      actions={[
        {
          key: 'settings',
          label: `${t.settings}: ${name}`,
          icon: IconSettings,
          onChoose: () => address.go('/settings'),
        },
        { key: 'out', label: t.logOut, icon: IconLogout, onChoose: logOut },
      ]}
      renderTarget={(props) => (
        <ActionIcon variant="default" size={36} radius="xl" aria-label={t.menu} {...props}>
          <IconUser size={20} />
        </ActionIcon>
      )}
    />
  );
}
