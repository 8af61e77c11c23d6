import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../src/parties/accounts/permissions.rules.ts';
import { apiKeysQuery, type User } from '../../ui/account/settings.queries.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { KeysToKeep } from '../api-keys/keys-to-keep.tsx';
import { RoleField } from './role-field.tsx';
import { useUserTexts } from './users.texts.ts';

interface RoleDialogProps {
  user: User;
  onChange: (role: Role, keptKeys: number[]) => Promise<unknown>;
  onClose: () => void;
}

/** Import it lazily: it brings the parts that float. */
export function RoleDialog({ user, onChange, onClose }: RoleDialogProps) {
  const t = useUserTexts();
  const ui = useUiTexts();
  const [role, setRole] = useState(user.role);
  const { isSuccess: isListed } = useQuery(apiKeysQuery);
  const [kept, setKept] = useState<number[]>([]);
  const stepsDown = user.role === 'OWNER' && role !== 'OWNER';
  return (
    <ConfirmDialog
      title={t.changeRole}
      action={ui.save}
      isReady={role !== user.role && (!stepsDown || isListed)}
      onConfirm={() => onChange(role, stepsDown ? kept : [])}
      onClose={onClose}
    >
      <p>{t.changeRoleText({ name: user.name })}</p>
      <RoleField value={role} onChange={setRole} />
      {stepsDown && <KeysToKeep user={user} kept={kept} onChange={setKept} />}
    </ConfirmDialog>
  );
}
