import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { SkeletonPage } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import { usePartTexts } from '../parts/parts.texts.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { CompaniesSection } from './companies-section.tsx';
import styles from './merchants.module.css';
import { type Merchant, merchantQuery } from './merchants.queries.ts';
import { useMerchantTexts } from './merchants.texts.ts';
import { PeopleSection } from './people-section.tsx';

const ReasonDialog = lazy(async () => ({ default: (await import('../parts/reason-dialog.tsx')).ReasonDialog }));

export function Page() {
  const t = useMerchantTexts();
  const parts = usePartTexts();
  const id = usePathPart('id');
  const { data: merchant, error, refetch } = useQuery(merchantQuery(id));
  const mayChange = useCan('status');
  const [isChanging, setIsChanging] = useState(false);
  const back = <BackLink to="/merchants" label={t.title} />;
  if (error && !merchant)
    return (
      <>
        <PageHeader title={t.one} above={back} />
        <ErrorCard error={error} onRetry={() => refetch()} />
      </>
    );
  if (!merchant) return <SkeletonPage />;
  return (
    <>
      <PageHeader
        title={merchant.name}
        above={back}
        aside={<StateBadge status={merchant.status} />}
        actions={
          mayChange && (
            <Button variant="default" onClick={() => setIsChanging(true)}>
              {merchant.status === 'ACTIVE' ? t.change.deactivate : t.change.activate}
            </Button>
          )
        }
      />
      <Facts
        facts={[
          ['id', merchant.id],
          [t.since, <Timestamp key="since" at={merchant.created_at} absolute />],
          [t.secondFactor, merchant.requires_otp ? parts.yes : parts.no],
        ]}
      />
      <p>
        <Link to="/audit-log" query={{ merchant_id: String(merchant.id) }}>
          {t.activity}
        </Link>
      </p>
      <div className={styles.sections}>
        <CompaniesSection merchant={merchant} />
        <PeopleSection merchant={merchant} />
      </div>
      {isChanging && (
        <Suspense fallback={null}>
          <StatusDialog merchant={merchant} onClose={() => setIsChanging(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Says what stops before it stops. */
function StatusDialog({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { change: t } = useMerchantTexts();
  const client = useQueryClient();
  const isOff = merchant.status === 'ACTIVE';
  const { people, companies, access_tokens, api_keys, pending_payments } = merchant.would_stop;
  return (
    <ReasonDialog
      title={isOff ? t.deactivateTitle : t.activateTitle}
      action={isOff ? t.deactivate : t.activate}
      isDestructive={isOff}
      onClose={onClose}
      onConfirm={async (reason) => {
        const body = { status: isOff ? 'INACTIVE' : 'ACTIVE', reason };
        await call(`/merchants/${merchant.id}`, { method: 'PATCH', body });
        toast(t.done);
        await client.invalidateQueries({ queryKey: ['merchants'] });
      }}
    >
      {isOff ? (
        <>
          <p>{t.stops}</p>
          <ul>
            <li>{t.people({ count: people })}</li>
            <li>{t.companies({ count: companies })}</li>
            <li>{t.tokens({ count: access_tokens })}</li>
            <li>{t.keys({ count: api_keys })}</li>
          </ul>
          <p>{t.pending({ count: pending_payments })}</p>
        </>
      ) : (
        <p>{t.activateText}</p>
      )}
    </ReasonDialog>
  );
}
