import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysQuery, type User } from '../../ui/account/settings.queries.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { KeysToKeep } from '../api-keys/keys-to-keep.tsx';
import { useUserTexts } from './users.texts.ts';

interface DeactivateDialogProps {
  user: User;
  onDeactivate: (keptKeys: number[]) => Promise<unknown>;
  onClose: () => void;
}

/** Import it lazily: it brings the parts that float. */
export function DeactivateDialog({ user, onDeactivate, onClose }: DeactivateDialogProps) {
  const t = useUserTexts();
  const { isSuccess: isListed } = useQuery(apiKeysQuery);
  const [kept, setKept] = useState<number[]>([]);
  return (
    <ConfirmDialog
      title={t.deactivate}
      action={t.deactivate}
      isDestructive
      isReady={isListed}
      onConfirm={() => onDeactivate(kept)}
      onClose={onClose}
    >
      <p>{t.deactivateText({ name: user.name })}</p>
      <KeysToKeep user={user} kept={kept} onChange={setKept} />
    </ConfirmDialog>
  );
}
