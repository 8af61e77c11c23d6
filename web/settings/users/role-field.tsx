import { Radio, Stack } from '@mantine/core';
import { ROLES, type Role } from '../../../src/parties/accounts/permissions.rules.ts';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { useUserTexts } from './users.texts.ts';

/** Each role with what it may do, in plain words. */
export function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useUserTexts();
  const { roles } = useUiTexts();
  return (
    <Radio.Group label={t.columns.role} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap={8} mt={8}>
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={roles[role]} description={t.roleTexts[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
