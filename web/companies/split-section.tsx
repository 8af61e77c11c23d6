import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { IconPencil } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { Section } from '../ui/page/section.tsx';
import { useShareText } from '../ui/splits/share-text.ts';
import { CardLines } from '../ui/values/card-lines.tsx';
import type { Establishment, FixedParticipant } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';

const SplitEditor = lazy(async () => ({ default: (await import('./split-editor.tsx')).SplitEditor }));

/** Who receives what of every payment, and the way to change it. */
export function SplitSection({ company }: { company: Establishment }) {
  const { split: t } = useCompanyTexts();
  const [isEditing, setIsEditing] = useState(false);
  const edit = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden="true" />}
      onClick={() => setIsEditing(true)}
    >
      {t.edit}
    </Button>
  );
  return (
    <Section title={t.title} actions={isEditing ? null : <May need="manage">{edit}</May>}>
      <p>{t.text}</p>
      {isEditing ? (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <SplitEditor company={company} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : company.split.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <Participants participants={company.split} />
      )}
    </Section>
  );
}

function Participants({ participants }: { participants: readonly FixedParticipant[] }) {
  const { split: t } = useCompanyTexts();
  const shareText = useShareText();
  const columns: readonly Column<FixedParticipant>[] = [
    { key: 'name', header: t.participant, cell: ({ name }) => name },
    { key: 'role', header: t.role, cell: ({ merchantType }) => t.roles[merchantType] },
    { key: 'share', header: t.share, align: 'right', cell: shareText },
    { key: 'basis', header: t.basis, cell: ({ discountGrossAmount }) => (discountGrossAmount ? t.gross : t.net) },
    { key: 'fee', header: t.chargeFee, cell: ({ chargeFee }) => (chargeFee ? t.yes : t.no) },
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={participants}
      rowKey={({ company_id }) => company_id}
      card={(one) => (
        <CardLines
          start={one.name}
          end={shareText(one)}
          lines={[
            `${t.roles[one.merchantType]} · ${one.discountGrossAmount ? t.gross : t.net}`,
            `${t.chargeFee}: ${one.chargeFee ? t.yes : t.no}`,
          ]}
        />
      )}
    />
  );
}
