import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { SkeletonPage } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TwoColumns } from '../../ui/page/two-columns.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { businessNow } from '../../ui/values/business-clock.ts';
import { CopyText } from '../../ui/values/copy-text.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import { Timeline } from '../../ui/values/timeline.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { BankSection, CheckSection, WhySection } from './check-section.tsx';
import { JournalSection } from './journal-section.tsx';
import { PayerSection } from './payer-section.tsx';
import styles from './payments.module.css';
import { paymentQuery, type SeenPayment } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

/** A payment as its merchant sees it, with what only an operator may look at. */
export function Page() {
  const t = usePaymentTexts();
  const { money } = useFormats();
  const { method } = useUiTexts();
  const { data: payment, error, refetch } = useQuery(paymentQuery(usePathPart('id')));
  const back = <BackLink to="/payments" label={t.title} />;
  if (error && !payment)
    return (
      <>
        <PageHeader title={t.about.title} above={back} />
        <ErrorCard error={error} onRetry={() => refetch()} />
      </>
    );
  if (!payment) return <SkeletonPage />;
  const { transaction } = payment;
  return (
    <>
      <PageHeader title={t.order({ order: transaction.order_number })} above={back} />
      <div className={styles.summary}>
        <p className={styles.amount}>{money(transaction.amount)}</p>
        <StatusBadge payment={transaction} nowMs={businessNow()} />
        <span>{method[transaction.payment_type]}</span>
        <span>{t.readOnly}</span>
      </div>
      <TwoColumns
        main={
          <>
            {payment.why_pending && <WhySection why={payment.why_pending} />}
            <CheckSection check={payment.check} />
            <BankSection told={payment.transaction.acquirer_status} />
            <JournalSection journal={payment.journal} />
            <EventsSection events={payment.events} />
          </>
        }
        aside={
          <>
            <AboutSection payment={payment} />
            <PayerSection transaction={transaction} />
          </>
        }
      />
    </>
  );
}

function AboutSection({ payment: { merchant, acquirer, reference, transaction } }: { payment: SeenPayment }) {
  const { about: t } = usePaymentTexts();
  const { money } = useFormats();
  const { id, company_id, created_at, expires_at, paid_at, refunded_amount, retry_of, retried_by } = transaction;
  const another = (other: unknown) =>
    typeof other === 'number' ? <Link to={`/payments/${other}`}>{`#${other}`}</Link> : null;
  return (
    <Section title={t.title}>
      <Facts
        facts={[
          ['id', <CopyText key="id" text={String(id)} />],
          [
            t.merchant,
            <Link key="merchant" to={`/merchants/${merchant.id}`}>
              {merchant.name}
            </Link>,
          ],
          [
            t.company,
            <Link key="company" to={`/companies/${company_id}`}>
              {t.companyNumber({ id: company_id })}
            </Link>,
          ],
          [t.bank, acquirer],
          [t.reference, <CopyText key="reference" text={reference} />],
          [t.created, <Timestamp key="created" at={created_at} absolute />],
          [t.expires, <Timestamp key="expires" at={expires_at} absolute />],
          [t.paid, paid_at && <Timestamp at={paid_at} absolute />],
          [t.refunded, refunded_amount > 0 ? money(refunded_amount) : null],
          [t.retryOf, another(retry_of)],
          [t.retriedBy, another(retried_by)],
        ]}
      />
    </Section>
  );
}

function EventsSection({ events }: { events: SeenPayment['events'] }) {
  const { events: t } = usePaymentTexts();
  return (
    <Section title={t.title}>
      {events.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <Timeline steps={events.map(({ id, event, created_at }) => ({ key: id, at: created_at, title: event }))} />
      )}
    </Section>
  );
}
