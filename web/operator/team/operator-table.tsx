import { lazy, Suspense, useState } from 'react';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { ActionMenu } from '../../ui/page/action-menu.tsx';
import { IconKey, IconUserCheck, IconUserOff, IconUserPentagon } from '../../ui/page/icons.ts';
import type { MenuAction } from '../../ui/page/menu-action.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useConsoleTexts } from '../app/console.texts.ts';
import { useSession } from '../app/session.ts';
import { usePartTexts } from '../parts/parts.texts.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import type { OperatorChange } from './operator-dialog.tsx';
import type { Operator } from './team.queries.ts';
import { useTeamTexts } from './team.texts.ts';

const OperatorDialog = lazy(async () => ({ default: (await import('./operator-dialog.tsx')).OperatorDialog }));

export function OperatorTable({ operators }: { operators: readonly Operator[] }) {
  const t = useTeamTexts();
  const { roles } = useConsoleTexts();
  const { yes, no } = usePartTexts();
  const { user } = useSession();
  const [asking, setAsking] = useState<{ what: OperatorChange; operator: Operator } | null>(null);
  const nameOf = ({ id, name }: Operator) => (id === user.id ? `${name} (${t.you})` : name);
  // One's own account has a page of its own, and nobody shuts themselves out.
  const menu = (operator: Operator) =>
    operator.id === user.id ? null : (
      <OperatorMenu operator={operator} onAsk={(what) => setAsking({ what, operator })} />
    );
  const columns: readonly Column<Operator>[] = [
    {
      key: 'name',
      header: t.columns.name,
      cell: (operator) => (
        <>
          {nameOf(operator)}
          <br />
          {operator.email}
        </>
      ),
    },
    { key: 'role', header: t.columns.role, cell: ({ role }) => roles[role] },
    { key: 'factor', header: t.columns.factor, cell: ({ second_factor }) => (second_factor ? yes : no) },
    { key: 'status', header: t.columns.status, cell: ({ status }) => <StateBadge status={status} /> },
    { key: 'since', header: t.columns.since, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    { key: 'actions', header: t.columns.actions, align: 'right', cell: menu },
  ];
  return (
    <>
      <DataTable
        caption={t.title}
        columns={columns}
        rows={operators}
        rowKey={({ id }) => id}
        card={(operator) => (
          <CardLines
            start={nameOf(operator)}
            end={menu(operator)}
            lines={[
              operator.email,
              `${roles[operator.role]} · ${t.columns.factor}: ${operator.second_factor ? yes : no}`,
              <StateBadge key="state" status={operator.status} />,
            ]}
          />
        )}
      />
      {asking && (
        <Suspense fallback={null}>
          <OperatorDialog {...asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  );
}

function OperatorMenu({ operator, onAsk }: { operator: Operator; onAsk: (what: OperatorChange) => void }) {
  const t = useTeamTexts();
  const isActive = operator.status === 'ACTIVE';
  const ofActive: (MenuAction & { key: OperatorChange })[] = [
    { key: 'role', label: t.changeRole, icon: IconUserPentagon },
    { key: 'reset-link', label: t.resetLink, icon: IconKey },
    { key: 'status', label: t.deactivate, icon: IconUserOff, isDestructive: true },
  ];
  const ofOthers: typeof ofActive = [{ key: 'status', label: t.activate, icon: IconUserCheck }];
  return (
    <ActionMenu
      label={t.menu({ name: operator.name })}
      actions={(isActive ? ofActive : ofOthers).map((action) => ({ ...action, onChoose: () => onAsk(action.key) }))}
    />
  );
}
