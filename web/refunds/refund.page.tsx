import { useQuery } from '@tanstack/react-query';
import { useCompanyName } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { usePathPart } from '../ui/address.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { CurlButton } from '../ui/curl-button.tsx';
import { ErrorCard } from '../ui/error-card.tsx';
import { Facts } from '../ui/facts.tsx';
import { IconCreditCard } from '../ui/icons.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Section } from '../ui/section.tsx';
import { SkeletonRows } from '../ui/skeletons.tsx';
import { Timestamp } from '../ui/timestamp.tsx';
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
