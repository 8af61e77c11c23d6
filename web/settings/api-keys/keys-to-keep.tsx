import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { apiKeysQuery, type User } from '../../ui/account/settings.queries.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { useUserTexts } from '../users/users.texts.ts';

interface KeysToKeepProps {
  user: User;
  kept: readonly number[];
  onChange: (kept: number[]) => void;
}

/** What somebody leaves behind who may hand nothing out any more. Their keys end unless they are kept one by one. */
export function KeysToKeep({ user, kept, onChange }: KeysToKeepProps) {
  const { handedOut: t } = useUserTexts();
  const session = useSession();
  const { data, error, refetch } = useQuery(apiKeysQuery);
  if (error) return <ErrorCard error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows rows={2} />;
  const keys = data.data.filter(({ status, created_by }) => status === 'ACTIVE' && created_by.id === user.id);
  const isSelf = user.id === session.user.id;
  return (
    <Stack gap="xs">
      <p>{t.invitations}</p>
      {keys.length > 0 && isSelf && <p>{t.ownKeys}</p>}
      {keys.length > 0 && !isSelf && (
        <Checkbox.Group
          label={t.keys}
          description={t.keysText}
          value={kept.map(String)}
          onChange={(ids) => onChange(ids.map(Number))}
        >
          <Stack gap="xs" mt="xs">
            {keys.map(({ id, name, hint }) => (
              <Checkbox key={id} value={String(id)} label={t.keep({ name, hint })} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
