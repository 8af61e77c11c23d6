import { lazy, Suspense, useState } from 'react';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { ActionMenu } from '../../ui/page/action-menu.tsx';
import { IconKey, IconLogout, IconUser, IconUserOff } from '../../ui/page/icons.ts';
import type { MenuAction } from '../../ui/page/menu-action.ts';
import { Section } from '../../ui/page/section.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { useCan } from '../app/session.ts';
import { usePartTexts } from '../parts/parts.texts.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import styles from './merchants.module.css';
import type { Merchant, Person } from './merchants.queries.ts';
import { useMerchantTexts } from './merchants.texts.ts';
import type { PersonAct } from './person-dialog.tsx';

const PersonDialog = lazy(async () => ({ default: (await import('./person-dialog.tsx')).PersonDialog }));

/** Who may log in for the merchant, masked until a reason was given. */
export function PeopleSection({ merchant: { users } }: { merchant: Merchant }) {
  const { users: t } = useMerchantTexts();
  const { yes, no } = usePartTexts();
  const { roles } = useUiTexts();
  const [asking, setAsking] = useState<{ act: PersonAct; person: Person } | null>(null);
  // By id; forgotten when the page is left.
  const [revealed, setRevealed] = useState<Readonly<Record<number, { name: string; email: string }>>>({});
  const shown = (person: Person) => ({ ...person, ...revealed[person.id] });
  const menu = (person: Person) => <PersonMenu person={shown(person)} onAsk={(act) => setAsking({ act, person })} />;
  const columns: readonly Column<Person>[] = [
    {
      key: 'name',
      header: t.name,
      cell: (person) => (
        <>
          {shown(person).name}
          <br />
          <span className={styles.note}>{shown(person).email}</span>
        </>
      ),
    },
    { key: 'role', header: t.role, cell: ({ role }) => roles[role] },
    { key: 'factor', header: t.factor, cell: ({ second_factor }) => (second_factor ? yes : no) },
    { key: 'status', header: t.status, cell: ({ status }) => <StateBadge status={status} /> },
    { key: 'actions', header: t.actions, align: 'right', cell: menu },
  ];
  return (
    <Section title={t.title} isBare>
      <p className={styles.note}>{users.length === 0 ? t.none : t.masked}</p>
      {users.length > 0 && (
        <DataTable
          caption={t.title}
          columns={columns}
          rows={users}
          rowKey={({ id }) => id}
          card={(person) => (
            <CardLines
              start={shown(person).name}
              end={menu(person)}
              lines={[
                shown(person).email,
                `${roles[person.role]} · ${t.factor}: ${person.second_factor ? yes : no}`,
                <StateBadge key="state" status={person.status} />,
              ]}
            />
          )}
        />
      )}
      {asking && (
        <Suspense fallback={null}>
          <PersonDialog
            {...asking}
            onRevealed={(found) => setRevealed({ ...revealed, [asking.person.id]: found })}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}

function PersonMenu({ person, onAsk }: { person: Person; onAsk: (act: PersonAct) => void }) {
  const { users: t } = useMerchantTexts();
  const mayReveal = useCan('reveal');
  const mayHelp = useCan('people');
  const helps: (MenuAction & { key: PersonAct })[] = [
    { key: 'reset-link', label: t.resetLink, icon: IconKey },
    { key: 'end-sessions', label: t.endSessions, icon: IconLogout },
    ...(person.second_factor
      ? [{ key: 'remove-second-factor' as const, label: t.removeFactor, icon: IconUserOff, isDestructive: true }]
      : []),
  ];
  const actions: (MenuAction & { key: PersonAct })[] = [
    ...(mayReveal ? [{ key: 'reveal' as const, label: t.reveal, icon: IconUser }] : []),
    ...(mayHelp && person.status === 'ACTIVE' ? helps : []),
  ];
  if (actions.length === 0) return null;
  return (
    <ActionMenu
      label={t.menu({ name: person.name })}
      actions={actions.map((action) => ({ ...action, onChoose: () => onAsk(action.key) }))}
    />
  );
}
