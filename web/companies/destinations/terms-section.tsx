import type { PayoutTerms } from '../../api/payouts.ts';
import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { useDestinationTexts } from './destinations.texts.ts';

/** To read: whoever runs the service agrees on it. */
export function TermsSection({ terms }: { terms: PayoutTerms }) {
  const { terms: t } = useDestinationTexts();
  const { money } = useFormats();
  const { fee, minimum, limit, day_limit, day_used, needs_approval, to_others, enabled } = terms;
  return (
    <Section title={t.title}>
      {!enabled && <p>{t.disabled}</p>}
      <Facts
        facts={[
          [t.fee, money(fee)],
          [t.minimum, money(minimum)],
          [t.limit, limit === null ? t.noLimit : money(limit)],
          [t.dayLimit, day_limit === null ? t.noLimit : t.dayUsed({ limit: money(day_limit), used: money(day_used) })],
          [t.approval, needs_approval ? t.yes : t.no],
          [t.toOthers, to_others ? t.yes : t.no],
        ]}
      />
    </Section>
  );
}
