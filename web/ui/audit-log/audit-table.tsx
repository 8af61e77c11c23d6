import styles from '../account/settings.module.css';
import type { AuditEntry } from '../account/settings.queries.ts';
import { type Column, DataTable } from '../lists/data-table.tsx';
import { CardLines } from '../values/card-lines.tsx';
import { Timestamp } from '../values/timestamp.tsx';
import { useAuditTexts } from './audit-log.texts.ts';

export function AuditTable({ entries, isDimmed }: { entries: readonly AuditEntry[]; isDimmed: boolean }) {
  const t = useAuditTexts();
  const { actionOf, actorOf, objectOf } = useWords();
  const columns: readonly Column<AuditEntry>[] = [
    { key: 'at', header: t.columns.at, cell: ({ created_at }) => <Timestamp at={created_at} isReal /> },
    { key: 'actor', header: t.columns.actor, cell: actorOf },
    {
      key: 'action',
      header: t.columns.action,
      cell: (entry) => (
        <div className={styles.person}>
          <span>{actionOf(entry)}</span>
          <span className={styles.muted}>{detailsOf(entry)}</span>
        </div>
      ),
    },
    { key: 'object', header: t.columns.object, cell: objectOf },
    { key: 'address', header: t.columns.address, cell: ({ address }) => address },
  ];
  return (
    <DataTable
      caption={t.caption}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      card={(entry) => (
        <CardLines
          start={actionOf(entry)}
          end={<Timestamp at={entry.created_at} isReal />}
          lines={[actorOf(entry), [objectOf(entry), entry.address].filter(Boolean).join(' · '), detailsOf(entry)]}
        />
      )}
      isDimmed={isDimmed}
    />
  );
}

/** What this page does not know yet is shown as the interface calls it. */
function useWords() {
  const t = useAuditTexts();
  const actions: Record<string, string> = t.actions;
  const objects: Record<string, string> = t.objects;
  return {
    actionOf: ({ action, times }: AuditEntry) => {
      const words = actions[action] ?? action;
      return times > 1 ? t.several({ words, times }) : words;
    },
    actorOf: ({ actor: { kind, name } }: AuditEntry) => name ?? t.actors[kind],
    objectOf: ({ object }: AuditEntry) => (object ? `${objects[object.kind] ?? object.kind} ${object.id}` : ''),
  };
}

function detailsOf({ details }: AuditEntry): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    .join(' · ');
}
