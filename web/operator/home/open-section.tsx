import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import type { Home } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

/** What is not done yet, over all merchants. */
export function OpenSection({ open }: { open: Home['open'] }) {
  const { open: t } = useHomeTexts();
  const { money, number, duration } = useFormats();
  const { divergences, unknown_receipts: unknown, refunds, payouts, failing_endpoints: endpoints } = open;
  const withNote = (text: string, note: string) => (note === '' ? text : `${text} (${note})`);
  return (
    <Section title={t.title}>
      <Facts
        facts={[
          [t.divergences, divergences === null ? t.notTold : number(divergences)],
          [
            t.unknown,
            unknown === null
              ? t.notTold
              : withNote(number(unknown.count), unknown.count > 0 ? money(unknown.amount) : ''),
          ],
          [
            t.refunds,
            refunds === null
              ? t.notTold
              : withNote(
                  number(refunds.count),
                  refunds.count > 0 ? t.oldest({ age: duration(refunds.oldest_seconds) }) : '',
                ),
          ],
          [
            t.payouts,
            payouts === null
              ? t.notTold
              : withNote(
                  number(payouts.requested + payouts.sent),
                  payouts.requested + payouts.sent > 0 ? t.oldestPayout({ age: duration(payouts.oldest_seconds) }) : '',
                ),
          ],
          [t.approvals, payouts && number(payouts.awaiting_approval)],
          [
            t.endpoints,
            endpoints === null
              ? t.notTold
              : withNote(number(endpoints.failing), t.disabled({ count: endpoints.disabled })),
          ],
        ]}
      />
    </Section>
  );
}
