import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { SecretOnce } from '../../ui/forms/secret-once.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { usePartTexts } from '../parts/parts.texts.ts';
import { RoleField } from './role-field.tsx';
import { type Operator, operatorsQuery } from './team.queries.ts';
import { useTeamTexts } from './team.texts.ts';

export type OperatorChange = 'role' | 'status' | 'reset-link';

interface OperatorDialogProps {
  what: OperatorChange;
  operator: Operator;
  onClose: () => void;
}

/** Import it lazily: it brings the parts that float. */
export function OperatorDialog({ what, operator, onClose }: OperatorDialogProps) {
  const t = useTeamTexts();
  const { linkText } = usePartTexts();
  const client = useQueryClient();
  const [role, setRole] = useState(operator.role);
  const [url, setUrl] = useState<string | null>(null);
  if (url !== null) return <SecretOnce title={t.resetMade} text={linkText} secret={url} onClose={onClose} />;
  const isOff = what === 'status' && operator.status === 'ACTIVE';
  const words = {
    role: [t.changeRole, t.changeRoleText],
    status: isOff ? [t.deactivate, t.deactivateText] : [t.activate, t.activateText],
    'reset-link': [t.resetLink, t.resetText],
  } as const;
  const [title, text] = words[what];
  const run = async () => {
    const path = `/operators/${operator.id}`;
    if (what === 'reset-link') {
      setUrl((await call<{ url: string }>(`${path}/reset-link`, { method: 'POST' })).url);
      return;
    }
    const body = what === 'role' ? { role } : { status: isOff ? 'INACTIVE' : 'ACTIVE' };
    await call(path, { method: 'PATCH', body });
    toast(t.changed);
    await client.invalidateQueries(operatorsQuery);
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      action={title}
      isDestructive={isOff}
      isReady={what !== 'role' || role !== operator.role}
      onConfirm={run}
      onClose={onClose}
      staysOpen
    >
      <p>{operator.name}</p>
      {what === 'role' && <RoleField value={role} onChange={setRole} />}
      <p>{text}</p>
    </ConfirmDialog>
  );
}
