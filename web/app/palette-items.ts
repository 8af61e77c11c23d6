import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useCan } from '../api/session.ts';
import type { TransactionList } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { useAddress } from '../ui/page/address.ts';
import { IconCreditCard, IconLinkPlus, IconPlus, IconSearch } from '../ui/page/icons.ts';
import type { PaletteItem } from '../ui/shell/palette-items.ts';
import { useAppTexts } from './app.texts.ts';

const MOST_FOUND = 6;
/** Shorter, a search would find everything. */
const MIN_SEARCH = 3;

export function useNewThings(group: string): PaletteItem[] {
  const { palette: t } = useAppTexts();
  const address = useAddress();
  if (!useCan('charge')) return [];
  return [
    { key: 'payment', group, label: t.newPayment, icon: IconPlus, run: () => address.go('/transactions/new') },
    { key: 'link', group, label: t.newLink, icon: IconLinkPlus, run: () => address.go('/links/new') },
  ];
}

export function useFoundTransactions(text: string): PaletteItem[] {
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
