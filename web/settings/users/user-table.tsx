import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import styles from '../../ui/account/settings.module.css';
import { apiKeysQuery, type User, usersQuery } from '../../ui/account/settings.queries.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { ActionMenu } from '../../ui/page/action-menu.tsx';
import { IconLogout, IconUserCheck, IconUserOff, IconUserPentagon } from '../../ui/page/icons.ts';
import type { MenuAction } from '../../ui/page/menu-action.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useUserTexts } from './users.texts.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/forms/confirm-dialog.tsx')).ConfirmDialog,
}));
const DeactivateDialog = lazy(async () => ({ default: (await import('./deactivate-dialog.tsx')).DeactivateDialog }));
const RoleDialog = lazy(async () => ({ default: (await import('./role-dialog.tsx')).RoleDialog }));

type Asking = { what: 'role' | 'status' | 'sessions'; user: User };

export function UserTable({ users }: { users: readonly User[] }) {
  const t = useUserTexts();
  const { roles } = useUiTexts();
  const [asking, setAsking] = useState<Asking | null>(null);
  const menu = (user: User) => <UserMenu user={user} onAsk={(what) => setAsking({ what, user })} />;
  const columns: readonly Column<User>[] = [
    { key: 'name', header: t.columns.user, cell: (user) => <Person user={user} /> },
    { key: 'role', header: t.columns.role, cell: ({ role }) => roles[role] },
    { key: 'factor', header: t.columns.factor, cell: ({ second_factor }) => (second_factor ? t.yes : t.no) },
    { key: 'status', header: t.columns.status, cell: ({ status }) => <UserState status={status} /> },
    { key: 'created', header: t.columns.created, cell: ({ created_at }) => <Timestamp at={created_at} isReal /> },
    { key: 'actions', header: t.columns.actions, align: 'right', cell: menu },
  ];
  return (
    <>
      <DataTable
        caption={t.caption}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        card={(user) => (
          <CardLines
            start={user.name}
            end={menu(user)}
            lines={[user.email, roles[user.role], <UserState key="status" status={user.status} />]}
          />
        )}
      />
      {asking && <UserDialog {...asking} onClose={() => setAsking(null)} />}
    </>
  );
}

function Person({ user: { id, name, email } }: { user: User }) {
  const t = useUserTexts();
  const { user } = useSession();
  return (
    <div className={styles.person}>
      <span>{id === user.id ? t.you({ name }) : name}</span>
      <span className={styles.muted}>{email}</span>
    </div>
  );
}

function UserState({ status }: { status: User['status'] }) {
  const t = useUserTexts();
  return <Badge tone={status === 'ACTIVE' ? 'good' : 'working'} word={t.states[status]} />;
}

function UserMenu({ user, onAsk }: { user: User; onAsk: (what: Asking['what']) => void }) {
  const t = useUserTexts();
  const isActive = user.status === 'ACTIVE';
  const actions: MenuAction[] = [
    { key: 'role', label: t.changeRole, icon: IconUserPentagon, onChoose: () => onAsk('role') },
    { key: 'sessions', label: t.endSessions, icon: IconLogout, onChoose: () => onAsk('sessions') },
    {
      key: 'status',
      label: isActive ? t.deactivate : t.activate,
      icon: isActive ? IconUserOff : IconUserCheck,
      isDestructive: isActive,
      onChoose: () => onAsk('status'),
    },
  ];
  return <ActionMenu actions={actions} />;
}

function UserDialog({ what, user, onClose }: Asking & { onClose: () => void }) {
  const t = useUserTexts();
  const client = useQueryClient();
  const isActive = user.status === 'ACTIVE';
  const done = (text: string) => {
    toast(text);
    return client.invalidateQueries({ queryKey: usersQuery.queryKey });
  };
  const change = async (changes: Partial<Pick<User, 'role' | 'status'>>, keptKeys: number[] = []) => {
    const body = { ...changes, ...(keptKeys.length > 0 ? { keep_api_keys: keptKeys } : {}) };
    await call(`/users/${user.id}`, { method: 'PATCH', body });
    await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    await done(t.saved);
  };
  const endSessions = async () => {
    await call(`/users/${user.id}/sessions`, { method: 'DELETE' });
    await done(t.sessionsEnded);
  };
  return (
    <Suspense fallback={null}>
      {what === 'role' && (
        <RoleDialog user={user} onChange={(role, keptKeys) => change({ role }, keptKeys)} onClose={onClose} />
      )}
      {what === 'sessions' && (
        <ConfirmDialog title={t.endSessions} action={t.endSessions} onConfirm={endSessions} onClose={onClose}>
          {t.endSessionsText({ name: user.name })}
        </ConfirmDialog>
      )}
      {what === 'status' && isActive && (
        <DeactivateDialog
          user={user}
          onDeactivate={(keptKeys) => change({ status: 'INACTIVE' }, keptKeys)}
          onClose={onClose}
        />
      )}
      {what === 'status' && !isActive && (
        <ConfirmDialog
          title={t.activate}
          action={t.activate}
          onConfirm={() => change({ status: 'ACTIVE' })}
          onClose={onClose}
        >
          {t.activateText({ name: user.name })}
        </ConfirmDialog>
      )}
    </Suspense>
  );
}
