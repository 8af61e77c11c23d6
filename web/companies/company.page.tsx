import { Anchor, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDocument } from '../../src/brazil/documents.rules.ts';
import { useAddress, usePathPart } from '../ui/address.ts';
import { ErrorCard } from '../ui/error-card.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonPage } from '../ui/skeletons.tsx';
import { Badge } from '../ui/status-badge.tsx';
import { companyQuery } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';
import { PlanSection } from './plan-section.tsx';
import { SplitSection } from './split-section.tsx';
import { TokensSection } from './tokens-section.tsx';

const TABS = ['tokens', 'split', 'plan'] as const;

export function Page() {
  const t = useCompanyTexts();
  const id = usePathPart('id');
  const address = useAddress();
  const found = useQuery(companyQuery(id));
  const tab = TABS.find((name) => name === address.one('tab')) ?? TABS[0];
  if (found.isPending) return <SkeletonPage />;
  if (found.isError) return <ErrorCard error={found.error} onRetry={() => found.refetch()} />;
  const company = found.data;
  return (
    <>
      <PageHeader
        title={company.name}
        above={
          <Anchor component={Link} to="/companies">
            <IconArrowLeft size={14} aria-hidden="true" /> {t.back}
          </Anchor>
        }
        aside={
          <>
            <Badge tone={company.status === 'ACTIVE' ? 'good' : 'working'} word={t.status[company.status]} />
            <span>{formatDocument(company.document)}</span>
          </>
        }
      />
      <Tabs
        value={tab}
        onChange={(next) => address.change({ tab: next === TABS[0] ? null : next })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t.tabs.label} mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="tokens">
          <TokensSection company={company} />
        </Tabs.Panel>
        <Tabs.Panel value="split">
          <SplitSection company={company} />
        </Tabs.Panel>
        <Tabs.Panel value="plan">
          <PlanSection company={company} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
