import { quantitiesOf, totalOf } from '../../src/gateway/payment-links/link-prices.rules.ts';
import { useCompanyName } from '../api/session.ts';
import type { PaymentLink } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { type Figure, lateTermsLike } from '../ui/forms/late-terms.ts';
import { Section } from '../ui/page/section.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { Facts } from '../ui/values/facts.tsx';
import { JsonView } from '../ui/values/json-view.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import styles from './links.module.css';
import { useLinkTexts } from './links.texts.ts';

/** What never changes of a link, and what limits it. */
export function OfferSection({ link }: { link: PaymentLink }) {
  const { detail: t } = useLinkTexts();
  const { money, number } = useFormats();
  const { open_amount: open, quantity, shipping, description } = link;
  return (
    <Section title={t.offer}>
      {description && <p className={styles.note}>{description}</p>}
      <ul className={styles.lines}>
        {link.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a link never change.
          <li key={index}>
            <span>{`${number(item.quantity)} × ${item.name}`}</span>
            <span>{money(item.quantity * item.price)}</span>
          </li>
        ))}
        {shipping && (
          <li>
            <span>{t.shipping({ name: shipping.name })}</span>
            <span>{money(shipping.price)}</span>
          </li>
        )}
        {open ? (
          <li>{t.openAmount({ min: money(open.min), max: money(open.max) })}</li>
        ) : (
          <li className={styles.sum}>
            <span>{t.total}</span>
            <span>{money(totalOf(link, quantitiesOf(link).min))}</span>
          </li>
        )}
        {quantity && <li>{t.quantity({ min: number(quantity.min), max: number(quantity.max) })}</li>}
      </ul>
      <Limits link={link} />
      <details className={styles.json}>
        <summary>{t.json}</summary>
        <JsonView value={link} label={t.json} />
      </details>
    </Section>
  );
}

/** What a boleto of the link costs after its due date. */
function useLateFacts(link: PaymentLink): [string, string | null][] {
  const { lateTerms: t } = useUiTexts();
  const { money, exactPercent, number } = useFormats();
  const { fine, interest, payableDays } = lateTermsLike(link);
  const figure = ({ unit, value }: Figure) =>
    value === null ? null : unit === 'percent' ? exactPercent(value) : money(value);
  return [
    [t.fine, figure(fine)],
    [interest.unit === 'percent' ? t.interestMonthly : t.interestDaily, figure(interest)],
    [t.payableDays, payableDays === '' ? null : number(Number(payableDays))],
  ];
}

function Limits({ link }: { link: PaymentLink }) {
  const { detail: t } = useLinkTexts();
  const { method } = useUiTexts();
  const { number } = useFormats();
  const companyName = useCompanyName();
  const lateFacts = useLateFacts(link);
  return (
    <Facts
      facts={[
        [t.company, companyName(link.company_id)],
        [t.methods, link.methods.map((name) => method[name]).join(', ')],
        [t.limit, link.max_payments === null ? null : number(link.max_payments)],
        [t.stock, link.stock === null ? null : number(link.stock)],
        [t.expires, link.expires_at === null ? null : <Timestamp key="expires" at={link.expires_at} absolute />],
        [t.due, link.due_days === null ? null : t.dueDays({ days: link.due_days })],
        ...lateFacts,
        [t.returnTo, link.success_url],
        [t.created, <Timestamp key="created" at={link.created_at} />],
      ]}
    />
  );
}
