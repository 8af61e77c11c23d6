import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import { Tile, Tiles } from '../../ui/values/tiles.tsx';
import type { AcquirerDay } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

export function MoneyToday({ acquirers }: { acquirers: readonly AcquirerDay[] | null }) {
  const { money: t } = useHomeTexts();
  const { money, number } = useFormats();
  if (!acquirers) return null;
  const sum = (name: keyof AcquirerDay['today']) => acquirers.reduce((all, { today }) => all + today[name], 0);
  const payments = (count: number) => t.payments({ count, text: number(count) });
  return (
    <Section title={t.title} isBare>
      <Tiles>
        <Tile label={t.received} value={money(sum('received_amount'))} note={payments(sum('received'))} />
        <Tile label={t.ordered} value={money(sum('ordered_amount'))} note={payments(sum('ordered'))} />
        <Tile label={t.fees} value={money(sum('fees'))} />
        <Tile label={t.refunded} value={money(sum('refunded_amount'))} />
        <Tile label={t.paidOut} value={money(sum('paid_out_amount'))} />
      </Tiles>
    </Section>
  );
}
