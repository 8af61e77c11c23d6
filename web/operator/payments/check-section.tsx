import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import type { SeenPayment } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

export function WhySection({ why: { reason, since, text } }: { why: NonNullable<SeenPayment['why_pending']> }) {
  const { why: t } = usePaymentTexts();
  // What this page does not know yet is told as the interface tells it.
  const words: Record<string, string> = t;
  return (
    <Section title={t.title}>
      <p>{words[reason] ?? text}</p>
      {since && (
        <p>
          {t.since} <Timestamp at={since} absolute />
        </p>
      )}
    </Section>
  );
}

export function CheckSection({ check }: { check: SeenPayment['check'] }) {
  const { check: t, why } = usePaymentTexts();
  const words: Record<string, string> = why;
  if (!check)
    return (
      <Section title={t.title}>
        <p>{t.over}</p>
      </Section>
    );
  const { next_at, done, trouble } = check;
  return (
    <Section title={t.title}>
      <Facts
        facts={[
          [t.next, <Timestamp key="next" at={next_at} />],
          [t.done, done],
          [
            t.trouble,
            trouble && (
              <>
                {words[trouble.kind] ?? trouble.kind}
                {trouble.field && <code> {trouble.field}</code>} ({t.since} <Timestamp at={trouble.since} absolute />)
              </>
            ),
          ],
        ]}
      />
    </Section>
  );
}

/** In the bank's own words. */
export function BankSection({ told }: { told: SeenPayment['transaction']['acquirer_status'] }) {
  const { bank: t } = usePaymentTexts();
  return (
    <Section title={t.title}>
      {told ? (
        <ul>
          {told.history.map(({ status, createdAt }) => (
            <li key={`${createdAt} ${status}`}>
              <code>{status}</code> <Timestamp at={createdAt} absolute />
            </li>
          ))}
        </ul>
      ) : (
        <p>{t.silent}</p>
      )}
    </Section>
  );
}
