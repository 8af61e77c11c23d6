import { Button, Group, Modal } from '@mantine/core';
import { apiAddress, type QueryValues } from '../api/call.ts';
import { useFormats } from '../i18n/formats.ts';
import { useUiTexts } from '../ui/ui.texts.ts';
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
  const { page: _page, limit: _limit, ...filters } = query;
  return (
    <Modal opened onClose={onClose} title={t.title} closeButtonProps={{ 'aria-label': ui.close }}>
      <p>{t.text({ count: total, text: number(total) })}</p>
      {total > MOST_ROWS && <p>{t.most}</p>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button
          component="a"
          href={apiAddress('/transactions', { ...filters, format: 'csv' })}
          download
          onClick={onClose}
        >
          {t.download}
        </Button>
      </Group>
    </Modal>
  );
}
