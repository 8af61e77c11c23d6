import { useQuery } from '@tanstack/react-query';
import { SkeletonPage } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { companyQuery } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';
import { RailsForm } from './rails-form.tsx';
import { SplitForm } from './split-form.tsx';
import { TermsForm } from './terms-form.tsx';

export function Page() {
  const t = useCompanyTexts();
  const id = usePathPart('id');
  const { data: company, error, refetch } = useQuery(companyQuery(id));
  if (error && !company)
    return (
      <>
        <PageHeader title={t.one} above={<BackLink to="/merchants" label={t.merchant} />} />
        <ErrorCard error={error} onRetry={() => refetch()} />
      </>
    );
  if (!company) return <SkeletonPage />;
  // A form begins anew with what was saved.
  const key = JSON.stringify(company);
  return (
    <>
      <PageHeader
        title={company.name}
        above={<BackLink to={`/merchants/${company.merchant_id}`} label={t.merchant} />}
        aside={<StateBadge status={company.status} />}
      />
      <AddressTabs
        label={t.tabs.label}
        tabs={[
          { name: 'terms', label: t.tabs.terms, content: <TermsForm key={key} company={company} /> },
          { name: 'split', label: t.tabs.split, content: <SplitForm key={key} company={company} /> },
          { name: 'rails', label: t.tabs.rails, content: <RailsForm key={key} company={company} /> },
        ]}
      />
    </>
  );
}
