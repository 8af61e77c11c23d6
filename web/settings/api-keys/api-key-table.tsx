import { Button } from '@mantine/core';
import styles from '../../ui/account/settings.module.css';
import type { ApiKey } from '../../ui/account/settings.queries.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useKeyTexts } from './api-keys.texts.ts';

export function ApiKeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const t = useKeyTexts();
  const scopesOf = ({ scopes }: ApiKey) => scopes.map((scope) => t.scopes[scope]).join(', ');
  const usedOf = ({ last_used_at: at }: ApiKey) => (at ? <Timestamp at={at} isReal /> : t.never);
  const stateOf = ({ status }: ApiKey) => (
    <Badge tone={status === 'ACTIVE' ? 'good' : 'working'} word={t.states[status]} />
  );
  const revokeOf = (key: ApiKey) =>
    key.status === 'ACTIVE' && (
      <Button size="xs" variant="default" aria-label={t.revokeOne({ name: key.name })} onClick={() => onRevoke(key)}>
        {t.revoke}
      </Button>
    );
  const columns: readonly Column<ApiKey>[] = [
    {
      key: 'name',
      header: t.columns.name,
      cell: ({ name, hint, addresses }) => (
        <div className={styles.person}>
          <span>{name}</span>
          <span className={styles.muted}>{[hint, ...(addresses ?? [])].join(' · ')}</span>
        </div>
      ),
    },
    { key: 'scopes', header: t.columns.scopes, cell: scopesOf },
    { key: 'used', header: t.columns.used, cell: usedOf },
    {
      key: 'expires',
      header: t.columns.expires,
      cell: ({ expires_at: at }) => (at ? <Timestamp at={at} absolute isReal /> : t.noEnd),
    },
    { key: 'status', header: t.columns.status, cell: stateOf },
    { key: 'revoke', header: t.columns.actions, align: 'right', cell: revokeOf },
  ];
  return (
    <DataTable
      caption={t.caption}
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      card={(key) => (
        <CardLines
          start={key.name}
          end={stateOf(key)}
          lines={[
            scopesOf(key),
            <span key="used">
              {t.columns.used}: {usedOf(key)}
            </span>,
            <span key="revoke">{revokeOf(key)}</span>,
          ]}
        />
      )}
    />
  );
}
