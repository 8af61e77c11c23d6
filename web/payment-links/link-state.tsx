import { quantitiesOf, totalOf } from '../../src/gateway/payment-links/link-prices.rules.ts';
import type { PaymentLink } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { IconBan, IconHourglass, IconShoppingBagX } from '../ui/page/icons.ts';
import { Badge } from '../ui/values/status-badge.tsx';
import { useLinkTexts } from './links.texts.ts';

export function LinkBadge({ link: { status } }: { link: PaymentLink }) {
  const { status: t } = useLinkTexts();
  switch (status) {
    case 'ACTIVE':
      return <Badge tone="good" word={t.ACTIVE} />;
    case 'DISABLED':
      return <Badge tone="working" word={t.DISABLED} icon={IconBan} />;
    case 'EXPIRED':
      return <Badge tone="waiting" word={t.EXPIRED} icon={IconHourglass} />;
    case 'SOLD_OUT':
      return <Badge tone="partly" word={t.SOLD_OUT} icon={IconShoppingBagX} />;
  }
}

/** What an order costs at least, or that the payer says it. */
export function usePriceText(): (link: PaymentLink) => string {
  const t = useLinkTexts();
  const { money } = useFormats();
  return (link) => {
    if (link.open_amount) return t.openPrice;
    const amount = money(totalOf(link, quantitiesOf(link).min));
    return link.quantity ? t.fromPrice({ amount }) : amount;
  };
}

/** `3 de 50` where there is a limit. */
export function usePaidText(): (link: PaymentLink) => string {
  const t = useLinkTexts();
  const { number } = useFormats();
  return ({ paid_count, max_payments }) =>
    typeof max_payments === 'number'
      ? t.paidOf({ paid: number(paid_count), most: number(max_payments) })
      : number(paid_count);
}
