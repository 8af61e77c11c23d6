import { useFormats } from '../i18n/formats.ts';
import { Section } from '../ui/page/section.tsx';
import { businessNow } from '../ui/values/business-clock.ts';
import { Facts } from '../ui/values/facts.tsx';
import { boletoOf, dueToday, type OtherFigure, type Registration, received } from './boleto-figures.ts';
import { chargesInWords, discountsInWords } from './new-payment/terms-words.ts';
import type { Details } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

/** Under the amount: what a boleto comes to today, or what came of it, where that is another figure. */
export function BoletoFigure({ transaction }: { transaction: Details }) {
  const { detail: t } = usePaymentTexts();
  const { money } = useFormats();
  const inWords = ({ cents, parts }: OtherFigure) => ({
    amount: money(cents),
    parts: (['fine', 'interest', 'discount'] as const)
      .filter((part) => parts[part] > 0)
      .map((part) => t.parts[part]({ amount: money(parts[part]) }))
      .join(' + '),
  });
  const due = dueToday(transaction, businessNow());
  const paid = received(transaction);
  if (due) return <span>{t.dueToday(inWords(due))}</span>;
  return paid && <span>{t.received(inWords(paid))}</span>;
}

/** Nothing for a PIX payment. */
export function BoletoSection({ transaction }: { transaction: Details }) {
  const { boleto: t, terms: words } = usePaymentTexts();
  const formats = useFormats();
  const boleto = boletoOf(transaction);
  if (!boleto) return null;
  const { slip, lastPayableDate, registration } = boleto;
  const { terms } = slip;
  return (
    <Section title={t.title}>
      <Facts
        facts={[
          [t.due, formats.date(slip.dueDate)],
          [t.payableUntil, lastPayableDate && formats.date(lastPayableDate)],
          [t.charges, terms && chargesInWords(terms, words, formats).join(words.and)],
          [t.discounts, discountsInWords(terms, words, formats).join(', ')],
          [t.registration, registration && <RegistrationText registration={registration} />],
        ]}
      />
    </Section>
  );
}

function RegistrationText({ registration: { status, registered_at, reason } }: { registration: Registration }) {
  const { boleto: t } = usePaymentTexts();
  const { dateTime } = useFormats();
  if (status === 'WAITING') return t.waiting;
  if (status === 'REGISTERED') return registered_at && t.registered({ date: dateTime(registered_at) });
  return (
    <>
      {t.rejected({ reason: reason ?? t.noReason })} {t.afterRejection}
    </>
  );
}
