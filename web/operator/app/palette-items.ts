import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { useAddress } from '../../ui/page/address.ts';
import { IconBuildingStore, IconCreditCard } from '../../ui/page/icons.ts';
import type { PaletteItem } from '../../ui/shell/palette-items.ts';
import { merchantsQuery } from '../merchants/merchants.queries.ts';
import { foundPaymentsQuery } from '../payments/payments.queries.ts';
import { useConsoleTexts } from './console.texts.ts';

const MOST_FOUND = 5;

/** Merchants by a part of a name, of theirs or an establishment's; payments by the whole of what names one. */
export function useFoundThings(text: string): PaletteItem[] {
  const { palette: t } = useConsoleTexts();
  const { money } = useFormats();
  const address = useAddress();
  const isAsked = text !== '';
  const merchants = useQuery({ ...merchantsQuery({ q: text, limit: MOST_FOUND }), enabled: isAsked });
  const payments = useQuery(foundPaymentsQuery(text));
  return [
    ...(merchants.data?.data ?? []).map(({ id, name }) => ({
      key: `merchant ${id}`,
      group: t.merchants,
      label: name,
      icon: IconBuildingStore,
      run: () => address.go(`/merchants/${id}`),
    })),
    ...(payments.data?.data ?? []).slice(0, MOST_FOUND).map(({ id, order_number, amount }) => ({
      key: `payment ${id}`,
      group: t.payments,
      label: order_number,
      detail: money(amount),
      icon: IconCreditCard,
      run: () => address.go(`/payments/${id}`),
    })),
  ];
}
