import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { AuditTable } from './audit-table.tsx';
import { useBookTexts } from './books.texts.ts';
import { RunAudit } from './run-audit.tsx';
import { SealTable } from './seal-table.tsx';

export function Page() {
  const { title, tabs } = useBookTexts();
  return (
    <>
      <PageHeader title={title} />
      <AddressTabs
        label={tabs.label}
        tabs={[
          {
            name: 'audits',
            label: tabs.audits,
            content: (
              <>
                <RunAudit />
                <AuditTable />
              </>
            ),
          },
          { name: 'seals', label: tabs.seals, content: <SealTable /> },
        ]}
      />
    </>
  );
}
