import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useCan, useSession } from '../api/session.ts';
import type { TransactionList } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useAddress } from '../ui/page/address.ts';
import {
  IconCreditCard,
  IconKeyboard,
  IconLanguage,
  IconLinkPlus,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSearch,
  type TablerIcon,
} from '../ui/page/icons.ts';
import { useAppTexts } from './app.texts.ts';
import { openKeyList } from './layers.ts';
import { logOut } from './log-out.ts';
import { NAVIGATION, SANDBOX_ITEM } from './navigation.ts';

export interface PaletteItem {
  key: string;
  group: string;
  label: string;
  detail?: string;
  icon: TablerIcon;
  run: () => void;
}

const MOST_FOUND = 6;
/** Shorter, a search would find everything. */
const MIN_SEARCH = 3;

/** Everything that can be reached for these letters: pages, actions, and transactions asked of the server. */
export function usePaletteItems(text: string): readonly PaletteItem[] {
  const wanted = plain(text);
  const fixed = [...usePages(), ...useActions()].filter(({ label }) => plain(label).includes(wanted));
  const found = useTransactions(text.trim());
  return wanted === '' ? fixed : [...fixed, ...found];
}

/** "Inicio" finds "Início". */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function usePages(): PaletteItem[] {
  const t = useAppTexts();
  const address = useAddress();
  const { mode } = useSession();
  const items = NAVIGATION.flatMap(({ items: all }) => all);
  return [...items, ...(mode === 'sandbox' ? [SANDBOX_ITEM] : [])].map(({ name, to, icon, isOutside }) => ({
    key: to,
    group: t.palette.pages,
    label: t.pages[name],
    icon,
    run: () => (isOutside ? window.location.assign(to) : address.go(to)),
  }));
}

function useActions(): PaletteItem[] {
  const { palette: t } = useAppTexts();
  const address = useAddress();
  const { language, setLanguage } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const canCharge = useCan('charge');
  const group = t.actions;
  return [
    ...(canCharge
      ? [
          { key: 'payment', group, label: t.newPayment, icon: IconPlus, run: () => address.go('/transactions/new') },
          { key: 'link', group, label: t.newLink, icon: IconLinkPlus, run: () => address.go('/links/new') },
        ]
      : []),
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

function useTransactions(text: string): PaletteItem[] {
  const { palette: t } = useAppTexts();
  const { money } = useFormats();
  const address = useAddress();
  const isSearch = text.length >= MIN_SEARCH;
  const { data } = useQuery({
    queryKey: ['transactions', 'palette', text],
    queryFn: ({ signal }) => call<TransactionList>('/transactions', { query: { q: text, limit: MOST_FOUND }, signal }),
    enabled: isSearch,
  });
  const group = t.transactions;
  const id = /^#?(\d{1,15})$/.exec(text)?.[1];
  return [
    ...(id
      ? [
          {
            key: 'id',
            group,
            label: t.openTransaction({ id }),
            icon: IconCreditCard,
            run: () => address.go(`/transactions/${id}`),
          },
        ]
      : []),
    ...(data?.data ?? []).map((found) => ({
      key: `found ${found.id}`,
      group,
      label: `${found.order_number} · ${found.customer_name}`,
      detail: money(found.amount),
      icon: IconCreditCard,
      run: () => address.go(`/transactions/${found.id}`),
    })),
    ...(isSearch
      ? [
          {
            key: 'search',
            group,
            label: t.search({ text }),
            icon: IconSearch,
            run: () => address.go('/transactions', { q: text }),
          },
        ]
      : []),
  ];
}
