import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { IconDownload, IconEraser } from '../ui/page/icons.ts';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { useDownload } from '../ui/use-download.ts';
import styles from './customers.module.css';
import { useCustomerTexts } from './customers.texts.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/forms/confirm-dialog.tsx')).ConfirmDialog }));

/** What the law lets a customer ask for: a copy of the data, and their removal. */
export function PrivacySection({ id, name }: { id: string; name: string }) {
  const { privacy: t } = useCustomerTexts();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const save = useDownload(`/customers/${id}/export`);
  const remove = async () => {
    await call(`/customers/${id}/anonymise`, { method: 'POST' });
    await client.invalidateQueries({ queryKey: ['customers'] });
    await client.invalidateQueries({ queryKey: ['transactions'] });
    toast(t.removed);
  };
  return (
    <Section title={t.title}>
      <p className={styles.none}>{t.text}</p>
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          loading={save.isPending}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => save.mutate({})}
        >
          {t.export}
        </Button>
        <Button
          variant="default"
          leftSection={<IconEraser size={16} aria-hidden="true" />}
          onClick={() => setIsAsking(true)}
        >
          {t.remove}
        </Button>
      </Group>
      <Suspense fallback={null}>
        {isAsking && (
          <ConfirmDialog
            title={t.remove}
            action={t.remove}
            isDestructive
            onClose={() => setIsAsking(false)}
            onConfirm={remove}
          >
            {t.removeText({ name })}
          </ConfirmDialog>
        )}
      </Suspense>
    </Section>
  );
}
