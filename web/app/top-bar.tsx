import { ActionIcon, Button, NativeSelect, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useSession } from '../api/session.ts';
import { useLanguage } from '../i18n/language.tsx';
import { ActionMenu } from '../ui/page/action-menu.tsx';
import { useAddress } from '../ui/page/address.ts';
import { IconLogout, IconMenu2, IconMoon, IconSearch, IconSettings, IconSun, IconUser } from '../ui/page/icons.ts';
import { useUiTexts } from '../ui/ui.texts.ts';
import { useAppTexts } from './app.texts.ts';
import styles from './frame.module.css';
import { openPalette } from './layers.ts';
import { logOut } from './log-out.ts';

const SEARCH_KEYS = 'Ctrl K';

export function TopBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }) {
  const t = useAppTexts();
  const ui = useUiTexts();
  const { language, setLanguage } = useLanguage();
  const address = useAddress();
  const changeLanguage = () => {
    setLanguage(language === 'en' ? 'pt-BR' : 'en');
    // From now on the cookie says it; an address that says something else would win at the next load.
    if (address.one('lang') !== undefined) address.change({ lang: null }, { replace: true });
  };
  return (
    <div className={styles.top}>
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
      <CompanySwitch />
      <SearchButton />
      <span className={styles.spring} />
      <Button variant="subtle" className={styles.languageWord ?? ''} onClick={changeLanguage} px={8}>
        {t.language}
      </Button>
      <SchemeSwitch />
      <UserMenu />
    </div>
  );
}

/** Opens the palette; the key is named where there is room. */
function SearchButton() {
  const { palette: t } = useAppTexts();
  // On a phone only the sign is shown; whoever speaks to the page says what stands there on a wide one.
  return (
    <button type="button" className={styles.searchButton} aria-label={`${t.open} ${SEARCH_KEYS}`} onClick={openPalette}>
      <IconSearch size={18} aria-hidden="true" />
      <span className={styles.searchWord}>{t.open}</span> <kbd className={styles.searchWord}>{SEARCH_KEYS}</kbd>
    </button>
  );
}

/** Which establishment the pages are about; it stays in the address from page to page. */
function CompanySwitch() {
  const { company: t } = useAppTexts();
  const { companies } = useSession();
  const address = useAddress();
  return (
    <NativeSelect
      className={styles.company ?? ''}
      aria-label={t.label}
      value={address.one('company_id') ?? ''}
      data={[{ value: '', label: t.all }, ...companies.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget: { value } }) => address.change({ company_id: value || null, page: null })}
    />
  );
}

function SchemeSwitch() {
  const { theme: t } = useAppTexts();
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

function UserMenu() {
  const { user: t } = useAppTexts();
  const { user } = useSession();
  const address = useAddress();
  return (
    <ActionMenu
      actions={[
        {
          key: 'settings',
          label: `${t.settings}: ${user.name}`,
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
