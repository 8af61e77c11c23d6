import { Button } from '@mantine/core';
import { apiAddress } from '../api/call.ts';
import { ActionMenu } from '../ui/page/action-menu.tsx';
import { IconDownload } from '../ui/page/icons.ts';
import { toast } from '../ui/page/toasts.tsx';
import { statementPath } from './ledger.queries.ts';
import { useLedgerTexts } from './ledger.texts.ts';

/** What the interface puts into one file. */
const MOST_ENTRIES = 50_000;
const KINDS = [
  { key: 'sheet', format: 'planilha' },
  { key: 'csv', format: 'csv' },
  { key: 'ofx', format: 'ofx' },
] as const;

interface StatementExportProps {
  companyId: number;
  period: { from: string; to: string };
  total: number;
}

/** The whole period on the screen, all pages of it, as a file. */
export function StatementExport({ companyId, period, total }: StatementExportProps) {
  const { statement: t } = useLedgerTexts();
  const isTooMuch = total > MOST_ENTRIES;
  return (
    <ActionMenu
      actions={KINDS.map(({ key, format }) => ({
        key,
        label: t[key],
        ...(isTooMuch
          ? { onChoose: () => toast(t.tooMany, { isFailure: true }) }
          : { href: apiAddress(statementPath(companyId), { ...period, format }) }),
      }))}
      renderTarget={(props) => (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          data-shortcut="e"
          {...props}
        >
          {t.export}
        </Button>
      )}
    />
  );
}
