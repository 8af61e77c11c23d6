import { Radio, Stack, TextInput } from '@mantine/core';
import { useBookingTexts } from './booking.texts.ts';
import type { BearerDraft } from './booking.ts';

interface BearerFieldsProps {
  label: string;
  /** What the choice of an establishment is called. */
  company: string;
  draft: BearerDraft;
  onChange: (draft: BearerDraft) => void;
}

/** Who stands on the other side of the bank. */
export function BearerFields({ label, company, draft, onChange }: BearerFieldsProps) {
  const t = useBookingTexts();
  return (
    <>
      <Radio.Group
        label={label}
        value={draft.choice}
        onChange={(next) => onChange({ ...draft, choice: next === 'company' ? 'company' : 'platform' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="platform" label={t.platform} />
          <Radio value="company" label={company} />
        </Stack>
      </Radio.Group>
      {draft.choice === 'company' && (
        <TextInput
          label={t.companyId}
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          value={draft.company}
          onChange={({ currentTarget }) => onChange({ ...draft, company: currentTarget.value })}
        />
      )}
    </>
  );
}
