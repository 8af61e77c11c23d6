import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconUserPlus } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { OperatorTable } from './operator-table.tsx';
import { operatorsQuery } from './team.queries.ts';
import { useTeamTexts } from './team.texts.ts';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }));

export function Page() {
  const t = useTeamTexts();
  const { data, error, refetch } = useQuery(operatorsQuery);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => setIsInviting(true)}>
            {t.invite}
          </Button>
        }
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && <OperatorTable operators={data.data} />}
      {isInviting && (
        <Suspense fallback={null}>
          <InviteDialog onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
    </>
  );
}
