import { Button, Checkbox, Group, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { CSV_COLUMNS } from '../../src/gateway/transactions/csv-columns.rules.ts';
import type { CsvDialect } from '../../src/ground/lists/csv.rules.ts';
import type { QueryValues } from '../api/call.ts';
import { useFormats } from '../i18n/formats.ts';
import { DIALECTS } from '../ui/lists/csv-dialects.ts';
import { useUiTexts } from '../ui/ui.texts.ts';
import { useDownload } from '../ui/use-download.ts';
import styles from './payments.module.css';
import { usePaymentTexts } from './payments.texts.ts';

interface ExportDialogProps {
  query: QueryValues;
  total: number;
  onClose: () => void;
}

const MOST_ROWS = 50_000;

/** Says which rows before it gives exactly those. */
export function ExportDialog({ query, total, onClose }: ExportDialogProps) {
  const { export: t } = usePaymentTexts();
  const ui = useUiTexts();
  const { number } = useFormats();
  const [columns, setColumns] = useState<string[]>([...CSV_COLUMNS]);
  const [dialect, setDialect] = useState(DIALECTS[0] as CsvDialect);
  const download = useDownload('/transactions', onClose);
  const { page: _page, limit: _limit, ...filters } = query;
  // In the order of the file, not in that of the clicks.
  const chosen = CSV_COLUMNS.filter((column) => columns.includes(column));
  return (
    <Modal opened onClose={onClose} title={t.title} closeButtonProps={{ 'aria-label': ui.close }}>
      <p>{t.text({ count: total, text: number(total) })}</p>
      {total > MOST_ROWS && <p>{t.most}</p>}
      <Checkbox.Group label={t.columns} value={columns} onChange={setColumns} mt="md">
        <div className={styles.exportColumns}>
          {CSV_COLUMNS.map((column) => (
            <Checkbox key={column} value={column} label={t.names[column]} />
          ))}
        </div>
      </Checkbox.Group>
      <Radio.Group label={t.dialect} value={dialect} onChange={(value) => setDialect(value as CsvDialect)} mt="md">
        <Stack gap="xs" mt="xs">
          {DIALECTS.map((one) => (
            <Radio key={one} value={one} label={ui.dialect[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <Group mt="lg" justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={download.isPending}
          onClick={() => download.mutate({ ...filters, format: 'csv', dialect, columns: chosen })}
        >
          {t.download}
        </Button>
      </Group>
    </Modal>
  );
}
