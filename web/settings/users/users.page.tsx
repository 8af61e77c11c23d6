import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import styles from '../../ui/account/settings.module.css';
import { usersQuery } from '../../ui/account/settings.queries.ts';
import { useSettingsTexts } from '../../ui/account/settings.texts.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconUserPlus } from '../../ui/page/icons.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { SettingsNav } from '../settings-nav.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { UserTable } from './user-table.tsx';
import { useUserTexts } from './users.texts.ts';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }));

export function Page() {
  const { pages } = useSettingsTexts();
  const t = useUserTexts();
  const { data, error, refetch } = useQuery(usersQuery);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={pages.users}
        actions={
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden="true" />}
            disabled={!data}
            onClick={() => setIsInviting(true)}
          >
            {t.invite}
          </Button>
        }
      />
      <SettingsNav />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && (
        <div className={styles.stack}>
          <UserTable users={data.data} />
          <InvitationsSection />
        </div>
      )}
      {isInviting && (
        <Suspense fallback={null}>
          <InviteDialog onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
    </>
  );
}
