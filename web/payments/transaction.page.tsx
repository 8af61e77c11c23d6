import { useQuery } from '@tanstack/react-query';
import { useCompanyName } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { SkeletonPage } from '../ui/lists/skeletons.tsx';
import { usePathPart } from '../ui/page/address.ts';
import { BackLink } from '../ui/page/back-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { Link } from '../ui/page/link.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Section } from '../ui/page/section.tsx';
import { TwoColumns } from '../ui/page/two-columns.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { businessNow } from '../ui/values/business-clock.ts';
import { CopyButton } from '../ui/values/copy-text.tsx';
import { Facts } from '../ui/values/facts.tsx';
import { JsonView } from '../ui/values/json-view.tsx';
import { StatusBadge } from '../ui/values/status-badge.tsx';
import { BoletoFigure, BoletoSection } from './boleto/boleto-section.tsx';
import { EntriesSection, SplitSection } from './money-sections.tsx';
import { CustomerSection } from './new-payment/customer-section.tsx';
import { ItemsSection } from './new-payment/items-section.tsx';
import { PayerSection } from './new-payment/payer-section.tsx';
import styles from './payments.module.css';
import { type Details, transactionQuery } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';
import { SandboxSection } from './sandbox-section.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionTimeline } from './transaction-timeline.tsx';

export function Page() {
  const { detail: t } = usePaymentTexts();
  const id = usePathPart('id');
  const { data, error, refetch } = useQuery(transactionQuery(id));
  const back = <BackLink to="/transactions" label={t.back} />;
  if (error && !data)
    return (
      <>
        <PageHeader title={t.back} above={back} />
        <ErrorCard error={error} onRetry={() => refetch()} />
      </>
    );
  if (!data) return <SkeletonPage />;
  return (
    <>
      <PageHeader
        title={t.title({ order: data.order_number })}
        above={back}
        aside={<CopyButton text={data.order_number} />}
        actions={<TransactionActions transaction={data} />}
      />
      <Summary transaction={data} />
      <TwoColumns
        main={
          <>
            <TransactionTimeline transaction={data} />
            <SplitSection transaction={data} />
            <EntriesSection transaction={data} />
          </>
        }
        aside={
          <>
            <SandboxSection transaction={data} />
            <PayerSection transaction={data} />
            <BoletoSection transaction={data} />
            <CustomerSection transaction={data} />
            <ItemsSection transaction={data} />
            <Extras transaction={data} />
          </>
        }
      />
    </>
  );
}

function Summary({ transaction }: { transaction: Details }) {
  const { detail: t } = usePaymentTexts();
  const { method, status } = useUiTexts();
  const { money } = useFormats();
  const companyName = useCompanyName();
  const { amount, refunded_amount, payment_type, company_id, failure_reason, retry_of, retried_by } = transaction;
  const reason = failure_reason ? status[failure_reason as keyof typeof status] : null;
  return (
    <div className={styles.summary}>
      <p className={styles.amount}>{money(amount)}</p>
      <StatusBadge payment={transaction} nowMs={businessNow()} />
      <BoletoFigure transaction={transaction} />
      {reason && <span>{reason}</span>}
      <WhyPending transaction={transaction} />
      {refunded_amount > 0 && <span>{t.refundedSoFar({ amount: money(refunded_amount) })}</span>}
      <span>{method[payment_type]}</span>
      <span>{companyName(company_id)}</span>
      {retry_of !== null && <Link to={`/transactions/${retry_of}`}>{t.retryOf({ id: String(retry_of) })}</Link>}
      {retried_by !== null && retried_by !== undefined && (
        <Link to={`/transactions/${retried_by}`}>{t.retriedBy({ id: String(retried_by) })}</Link>
      )}
    </div>
  );
}

/** Nothing where nobody has paid yet, as far as the bank lets us know. */
function WhyPending({ transaction: { pending } }: { transaction: Details }) {
  const { detail: t } = usePaymentTexts();
  if (pending?.reason === 'ACQUIRER_UNCLEAR') return <span>{t.pending.ACQUIRER_UNCLEAR}</span>;
  if (pending?.reason !== 'UNREADABLE_ANSWER') return null;
  return <span>{t.pending.UNREADABLE_ANSWER({ field: pending.field ?? '?' })}</span>;
}

function Extras({ transaction }: { transaction: Details }) {
  const t = usePaymentTexts();
  return (
    <Section title={t.metadata}>
      <Facts
        facts={[
          [t.detail.externalId, transaction.external_id as string | null],
          ...Object.entries(transaction.metadata),
        ]}
      />
      <details>
        <summary>{t.json}</summary>
        <JsonView value={transaction} label={t.json} />
      </details>
    </Section>
  );
}
