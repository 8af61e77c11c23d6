import { Radio, Stack } from '@mantine/core';
import {
  isOperatorRole,
  OPERATOR_ROLES,
  type OperatorRole,
} from '../../../src/parties/operators/operator-acts.rules.ts';
import { useConsoleTexts } from '../app/console.texts.ts';
import { useTeamTexts } from './team.texts.ts';

export function RoleField({ value, onChange }: { value: OperatorRole; onChange: (role: OperatorRole) => void }) {
  const t = useTeamTexts();
  const { roles } = useConsoleTexts();
  return (
    <Radio.Group label={t.role} value={value} onChange={(next) => isOperatorRole(next) && onChange(next)}>
      <Stack gap="xs" mt="xs">
        {OPERATOR_ROLES.map((role) => (
          <Radio key={role} value={role} label={roles[role]} description={t.roleTexts[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
