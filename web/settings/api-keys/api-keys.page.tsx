import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import styles from '../../ui/account/settings.module.css';
import { type ApiKey, apiKeysQuery } from '../../ui/account/settings.queries.ts';
import { useSettingsTexts } from '../../ui/account/settings.texts.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconKey, IconPlus } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { SettingsNav } from '../settings-nav.tsx';
import { ApiKeyTable } from './api-key-table.tsx';
import { useKeyTexts } from './api-keys.texts.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/forms/confirm-dialog.tsx')).ConfirmDialog,
}));
const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog.tsx')).NewKeyDialog }));

type Asking = { kind: 'create' } | { kind: 'revoke'; key: ApiKey };

export function Page() {
  const { pages } = useSettingsTexts();
  const t = useKeyTexts();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(apiKeysQuery);
  const [asking, setAsking] = useState<Asking | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAsking({ kind: 'create' })}>
      {t.create}
    </Button>
  );
  const close = () => setAsking(null);
  return (
    <>
      <PageHeader title={pages.keys} actions={data && data.data.length > 0 ? create : null} />
      <SettingsNav />
      <p className={styles.note}>{t.text}</p>
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={3} />}
      {data?.data.length === 0 && (
        <EmptyState icon={IconKey} title={t.empty}>
          {create}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <ApiKeyTable keys={data.data} onRevoke={(key) => setAsking({ kind: 'revoke', key })} />
      )}
      <Suspense fallback={null}>
        {asking?.kind === 'create' && <NewKeyDialog onClose={close} />}
        {asking?.kind === 'revoke' && (
          <ConfirmDialog
            title={t.revoke}
            action={t.revoke}
            isDestructive
            onClose={close}
            onConfirm={async () => {
              await call(`/api-keys/${asking.key.id}`, { method: 'DELETE' });
              await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
              toast(t.revoked);
            }}
          >
            {t.revokeText({ name: asking.key.name })}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}
