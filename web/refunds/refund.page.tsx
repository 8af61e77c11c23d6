import { useQuery } from '@tanstack/react-query';
import { useCompanyName } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { usePathPart } from '../ui/page/address.ts';
import { BackLink } from '../ui/page/back-link.tsx';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconCreditCard } from '../ui/page/icons.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Section } from '../ui/page/section.tsx';
import { CopyText } from '../ui/values/copy-text.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { Facts } from '../ui/values/facts.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { RefundLegs } from './refund-legs.tsx';
import { RefundState } from './refund-state.tsx';
import styles from './refunds.module.css';
import { type RefundDetails, refundQuery } from './refunds.queries.ts';
import { useRefundTexts } from './refunds.texts.ts';

export function Page() {
  const t = useRefundTexts();
  const { money } = useFormats();
  const id = usePathPart('id');
  const { data, error, refetch } = useQuery(refundQuery(id));
  return (
    <>
      <PageHeader
        title={t.one({ id })}
        shown={data && money(data.amount)}
        aside={
          data && (
            <>
              <RefundState status={data.status} />
              <span>{t.one({ id })}</span>
            </>
          )
        }
        above={<BackLink to="/refunds" label={t.title} />}
        actions={
          data && (
            <ButtonLink to={`/transactions/${data.transaction_id}`} icon={IconCreditCard} variant="default">
              {t.transaction}
            </ButtonLink>
          )
        }
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && <Refund refund={data} />}
    </>
  );
}

function Refund({ refund }: { refund: RefundDetails }) {
  const t = useRefundTexts();
  const nameOf = useCompanyName();
  const explanation = explanationOf(refund, t);
  return (
    <div className={styles.page}>
      {explanation && <p className={styles.note}>{explanation}</p>}
      <Section title={t.details}>
        <Facts
          facts={[
            [t.order, <CopyText key="order" text={refund.order_number} />],
            [t.company, nameOf(refund.company_id)],
            [t.kind, t.kinds[refund.kind]],
            [t.description, refund.description],
            [t.requested, <Timestamp key="requested" at={refund.requested_at} absolute />],
            [t.settled, refund.settled_at ? <Timestamp key="settled" at={refund.settled_at} absolute /> : t.notYet],
          ]}
        />
      </Section>
      <Section title={t.legs.title}>
        <RefundLegs legs={refund.legs} />
      </Section>
      <div>
        <CurlButton path={`/refunds/${refund.id}`} />
      </div>
    </div>
  );
}

function explanationOf({ status, kind }: RefundDetails, t: ReturnType<typeof useRefundTexts>): string | null {
  if (status === 'PROCESSING') return t.processing;
  if (status === 'REFUSED') return t.refused;
  return kind === 'acquirer' ? t.byAcquirer : null;
}
