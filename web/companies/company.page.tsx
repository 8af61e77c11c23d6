import { useQuery } from '@tanstack/react-query';
import { formatDocument } from '../../src/ground/brazil/documents.rules.ts';
import { SkeletonPage } from '../ui/lists/skeletons.tsx';
import { usePathPart } from '../ui/page/address.ts';
import { AddressTabs } from '../ui/page/address-tabs.tsx';
import { BackLink } from '../ui/page/back-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Badge } from '../ui/values/status-badge.tsx';
import { companyQuery } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';
import { DestinationsTab } from './destinations/destinations-tab.tsx';
import { PlanSection } from './plan-section.tsx';
import { RemindersSection } from './reminders-section.tsx';
import { SplitSection } from './split-section.tsx';
import { TokensSection } from './tokens-section.tsx';

export function Page() {
  const t = useCompanyTexts();
  const id = usePathPart('id');
  const found = useQuery(companyQuery(id));
  if (found.isPending) return <SkeletonPage />;
  if (found.isError) return <ErrorCard error={found.error} onRetry={() => found.refetch()} />;
  const company = found.data;
  return (
    <>
      <PageHeader
        title={company.name}
        above={<BackLink to="/companies" label={t.back} />}
        aside={
          <>
            <Badge tone={company.status === 'ACTIVE' ? 'good' : 'working'} word={t.status[company.status]} />
            <span>{formatDocument(company.document)}</span>
          </>
        }
      />
      <AddressTabs
        label={t.tabs.label}
        tabs={[
          { name: 'tokens', label: t.tabs.tokens, content: <TokensSection company={company} /> },
          { name: 'split', label: t.tabs.split, content: <SplitSection company={company} /> },
          { name: 'reminders', label: t.tabs.reminders, content: <RemindersSection company={company} /> },
          { name: 'destinations', label: t.tabs.destinations, content: <DestinationsTab company={company} /> },
          { name: 'plan', label: t.tabs.plan, content: <PlanSection company={company} /> },
        ]}
      />
    </>
  );
}
