import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useDayTexts } from './days.texts.ts';
import { FeesTab } from './fees-tab.tsx';
import { TrialTab } from './trial-tab.tsx';

export function Page() {
  const { title, tabs } = useDayTexts();
  return (
    <>
      <PageHeader title={title} />
      <AddressTabs
        label={title}
        tabs={[
          { name: 'trial', label: tabs.trial, content: <TrialTab /> },
          { name: 'fees', label: tabs.fees, content: <FeesTab /> },
        ]}
      />
    </>
  );
}
