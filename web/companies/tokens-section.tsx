import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '../api/session.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import { IconKey, IconPlus } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Badge } from '../ui/values/status-badge.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { createToken, type Establishment, revokeToken } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/forms/confirm-dialog.tsx')).ConfirmDialog }));
const SecretOnce = lazy(async () => ({ default: (await import('../ui/forms/secret-once.tsx')).SecretOnce }));

type Token = Establishment['access_tokens'][number];
type Asking = { kind: 'create' } | { kind: 'revoke'; token: Token } | { kind: 'show'; secret: string };

/** The tokens that shops sell with: made here, shown once, revoked at once. */
export function TokensSection({ company }: { company: Establishment }) {
  const { tokens: t } = useCompanyTexts();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ['companies'] });
  const columns: readonly Column<Token>[] = [
    { key: 'hint', header: t.hint, cell: ({ hint }) => hint },
    { key: 'status', header: t.status, cell: ({ status }) => <TokenState status={status} /> },
    { key: 'created', header: t.created, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    { key: 'revoke', header: '', align: 'right', cell: (token) => <RevokeButton token={token} onAsk={setAsking} /> },
  ];
  return (
    <Section
      title={t.title}
      actions={
        <May need="manage">
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAsking({ kind: 'create' })}>
            {t.create}
          </Button>
        </May>
      }
    >
      <p>{t.text}</p>
      {company.access_tokens.length === 0 ? (
        <EmptyState icon={IconKey} title={t.none} />
      ) : (
        <DataTable
          caption={t.title}
          columns={columns}
          rows={company.access_tokens}
          rowKey={({ id }) => id}
          card={(token) => (
            <CardLines
              start={token.hint}
              end={<TokenState status={token.status} />}
              lines={[
                <Timestamp key="created" at={token.created_at} />,
                <RevokeButton key="revoke" token={token} onAsk={setAsking} />,
              ]}
            />
          )}
        />
      )}
      <Suspense fallback={null}>
        {asking?.kind === 'create' && (
          <ConfirmDialog
            title={t.create}
            action={t.create}
            onConfirm={async () => {
              const { token } = await createToken(company.id);
              await refresh();
              setAsking({ kind: 'show', secret: token });
            }}
            onClose={() => setAsking((now) => (now?.kind === 'show' ? now : null))}
          >
            <p>{t.createText}</p>
          </ConfirmDialog>
        )}
        {asking?.kind === 'show' && (
          <SecretOnce title={t.made} secret={asking.secret} onClose={() => setAsking(null)} />
        )}
        {asking?.kind === 'revoke' && (
          <ConfirmDialog
            title={t.revokeTitle}
            action={t.revoke}
            isDestructive
            onConfirm={async () => {
              await revokeToken(company.id, asking.token.id);
              await refresh();
              toast(t.revoked);
            }}
            onClose={() => setAsking(null)}
          >
            <p>
              <strong>{asking.token.hint}</strong>
            </p>
            <p>{t.revokeText}</p>
          </ConfirmDialog>
        )}
      </Suspense>
    </Section>
  );
}

function TokenState({ status }: { status: Token['status'] }) {
  const { tokens: t } = useCompanyTexts();
  return <Badge tone={status === 'ACTIVE' ? 'good' : 'working'} word={t.states[status]} />;
}

function RevokeButton({ token, onAsk }: { token: Token; onAsk: (asking: Asking) => void }) {
  const { tokens: t } = useCompanyTexts();
  const isOwner = useCan('manage');
  if (token.status !== 'ACTIVE' || !isOwner) return null;
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t.revokeOne({ hint: token.hint })}
      onClick={() => onAsk({ kind: 'revoke', token })}
    >
      {t.revoke}
    </Button>
  );
}
