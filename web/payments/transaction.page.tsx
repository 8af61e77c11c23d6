import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCompanyName, useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { usePathPart } from '../ui/address.ts';
import { businessNow } from '../ui/business-clock.ts';
import { CopyButton } from '../ui/copy-text.tsx';
import { ErrorCard } from '../ui/error-card.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { Link } from '../ui/link.tsx';
import { lastListQuery } from '../ui/list-memory.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Section } from '../ui/section.tsx';
import { SkeletonPage } from '../ui/skeletons.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { CustomerSection } from './customer-section.tsx';
import { ItemsSection } from './items-section.tsx';
import { EntriesSection, SplitSection } from './money-sections.tsx';
import { PayerSection } from './payer-section.tsx';
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
  const back = (
    <Link to="/transactions" query={lastListQuery('/transactions')} className={styles.back}>
      <IconChevronLeft size={16} aria-hidden="true" />
      {t.back}
    </Link>
  );
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
      <div className={styles.columns}>
        <div className={styles.column}>
          <TransactionTimeline transaction={data} />
          <SplitSection transaction={data} />
          <EntriesSection transaction={data} />
        </div>
        <div className={styles.column}>
          <SandboxPart transaction={data} />
          <PayerSection transaction={data} />
          <CustomerSection transaction={data} />
          <ItemsSection transaction={data} />
          <Extras transaction={data} />
        </div>
      </div>
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
      {reason && <span>{reason}</span>}
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

function SandboxPart({ transaction }: { transaction: Details }) {
  return useSession().mode === 'sandbox' ? <SandboxSection transaction={transaction} /> : null;
}

function Extras({ transaction }: { transaction: Details }) {
  const t = usePaymentTexts();
  const pairs = Object.entries(transaction.metadata);
  return (
    <Section title={t.metadata}>
      {(pairs.length > 0 || typeof transaction.external_id === 'string') && (
        <dl className={styles.facts}>
          {typeof transaction.external_id === 'string' && (
            <>
              <dt>{t.detail.externalId}</dt>
              <dd>{transaction.external_id}</dd>
            </>
          )}
          {pairs.map(([key, value]) => (
            <FactPair key={key} name={key} value={value} />
          ))}
        </dl>
      )}
      <details>
        <summary>{t.json}</summary>
        <JsonView value={transaction} label={t.json} />
      </details>
    </Section>
  );
}

function FactPair({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
