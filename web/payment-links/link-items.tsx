import { Checkbox, TextInput } from '@mantine/core';
import type { DraftProps } from '../ui/forms/draft-form.ts';
import { ItemLines } from '../ui/forms/item-lines.tsx';
import type { LinkDraft } from './link-draft.ts';
import { useLinkTexts } from './links.texts.ts';

export function LinkItems({ draft, onChange, problemAt }: DraftProps<LinkDraft>) {
  const { form: t } = useLinkTexts();
  return (
    <>
      <ItemLines items={draft.items} problemAt={problemAt} onChange={(items) => onChange({ items })} />
      <Checkbox
        label={t.units}
        checked={draft.hasQuantity}
        onChange={({ currentTarget }) => onChange({ hasQuantity: currentTarget.checked })}
      />
      {draft.hasQuantity && (
        <TextInput
          label={t.maxUnits}
          type="number"
          min={2}
          value={draft.maxUnits}
          error={problemAt('maxUnits')}
          onChange={({ currentTarget }) => onChange({ maxUnits: currentTarget.value })}
        />
      )}
    </>
  );
}
