import { useState } from 'react';
import type { Role } from '../../src/auth/permissions.rules.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { RoleField } from './role-field.tsx';
import type { User } from './settings.queries.ts';
import { useUserTexts } from './users.texts.ts';

interface RoleDialogProps {
  user: User;
  onChange: (role: Role) => Promise<unknown>;
  onClose: () => void;
}

/** Import it lazily: it brings the parts that float. */
export function RoleDialog({ user, onChange, onClose }: RoleDialogProps) {
  const t = useUserTexts();
  const ui = useUiTexts();
  const [role, setRole] = useState(user.role);
  return (
    <ConfirmDialog
      title={t.changeRole}
      action={ui.save}
      isReady={role !== user.role}
      onConfirm={() => onChange(role)}
      onClose={onClose}
    >
      <p>{t.changeRoleText({ name: user.name })}</p>
      <RoleField value={role} onChange={setRole} />
    </ConfirmDialog>
  );
}
