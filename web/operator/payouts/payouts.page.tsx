import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { FindingList } from './finding-list.tsx';
import { ListsSection } from './lists-section.tsx';
import { PayoutList } from './payout-list.tsx';
import { usePayoutTexts } from './payouts.texts.ts';

/** Payouts of all merchants, what banks see otherwise, and what somebody pays by hand. */
export function Page() {
  const { title, tabs } = usePayoutTexts();
  return (
    <>
      <PageHeader title={title} />
      <AddressTabs
        label={tabs.label}
        tabs={[
          { name: 'payouts', label: tabs.payouts, content: <PayoutList /> },
          { name: 'findings', label: tabs.findings, content: <FindingList /> },
          { name: 'lists', label: tabs.lists, content: <ListsSection /> },
        ]}
      />
    </>
  );
}
