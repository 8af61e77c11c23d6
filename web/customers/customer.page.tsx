import { useQuery } from '@tanstack/react-query';
import { isRemovedDocument } from '../../src/gateway/customers/removed.rules.ts';
import { useFormats } from '../i18n/formats.ts';
import { readPaging } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { PaymentTable } from '../ui/lists/payment-table.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { useAddress, usePathPart } from '../ui/page/address.ts';
import { BackLink } from '../ui/page/back-link.tsx';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconPlus } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Section } from '../ui/page/section.tsx';
import { businessNow } from '../ui/values/business-clock.ts';
import { CopyText } from '../ui/values/copy-text.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { Facts } from '../ui/values/facts.tsx';
import { Tile, Tiles } from '../ui/values/tiles.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import styles from './customers.module.css';
import { type CustomerWithTotals, customerPaymentsQuery, customerQuery } from './customers.queries.ts';
import { useCustomerTexts } from './customers.texts.ts';
import { DocumentText } from './document-text.tsx';
import { PrivacySection } from './privacy-section.tsx';

const PAID = '2';

export function Page() {
  const t = useCustomerTexts();
  const id = usePathPart('id');
  const { data, error, refetch } = useQuery(customerQuery(id));
  const isRemoved = data !== undefined && isRemovedDocument(data.document);
  return (
    <>
      <PageHeader
        title={data?.name ?? t.title}
        above={<BackLink to="/customers" label={t.title} />}
        actions={
          data &&
          !isRemoved && (
            <May need="charge">
              <ButtonLink to="/transactions/new" query={{ customer_id: id }} icon={IconPlus}>
                {t.newPayment}
              </ButtonLink>
            </May>
          )
        }
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={8} />}
      {data && (
        <div className={styles.page}>
          <Totals customer={data} />
          <Section title={t.data}>
            {isRemoved ? <p className={styles.none}>{t.privacy.isRemoved}</p> : <PersonFacts customer={data} />}
          </Section>
          <Payments customerId={id} />
          {!isRemoved && (
            <May need="manage">
              <PrivacySection id={id} name={data.name} />
            </May>
          )}
        </div>
      )}
    </>
  );
}

function PersonFacts({ customer }: { customer: CustomerWithTotals }) {
  const t = useCustomerTexts();
  return (
    <Facts
      facts={[
        [t.document, <DocumentText key="document" document={customer.document} />],
        [t.email, <CopyText key="email" text={customer.email} />],
        [t.phone, <CopyText key="phone" text={customer.phone} />],
        [t.since, <Timestamp key="since" at={customer.created_at} absolute />],
      ]}
    />
  );
}

function Totals({ customer }: { customer: CustomerWithTotals }) {
  const t = useCustomerTexts();
  const { money, number, relative, date } = useFormats();
  const { id, last_payment_at } = customer;
  const all = { to: '/transactions', query: { customer_id: String(id) } };
  return (
    <div>
      <Tiles>
        <Tile
          label={t.payments}
          value={number(customer.payments_count)}
          note={t.paidCount({ count: customer.paid_count })}
          {...all}
        />
        <Tile label={t.paid} value={money(customer.paid_amount)} {...all} query={{ ...all.query, status: PAID }} />
        <Tile label={t.refunded} value={money(customer.refunded_amount)} />
        <Tile
          label={t.last}
          value={last_payment_at ? relative(last_payment_at, businessNow()) : t.never}
          note={last_payment_at && date(last_payment_at)}
        />
      </Tiles>
      {customer.is_partial && <p className={styles.note}>{t.partial}</p>}
    </div>
  );
}

function Payments({ customerId }: { customerId: string }) {
  const t = useCustomerTexts();
  const query = { customer_id: customerId, ...readPaging(useAddress()) };
  const { data, error, isPlaceholderData, refetch } = useQuery(customerPaymentsQuery(query));
  return (
    <Section isBare title={t.transactions}>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={5} />}
      {data?.total === 0 && <p className={styles.none}>{t.none}</p>}
      {data && data.total > 0 && (
        <>
          <PaymentTable
            caption={t.transactions}
            rows={data.data}
            isCustomerShown={false}
            isDimmed={isPlaceholderData}
          />
          <Pager {...data} />
          <CurlButton path="/transactions" query={query} />
        </>
      )}
    </Section>
  );
}
