import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { EVENT_KINDS } from '../../src/news/events/event-kinds.rules.ts';
import { useSession } from '../api/session.ts';
import type { WebhookForm } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

/** A test goes to the endpoint that is tried, whatever it is subscribed to. */
export const SUBSCRIBED = EVENT_KINDS.filter((kind) => kind !== 'webhook.test');

interface WebhookFieldsProps {
  form: WebhookForm;
  /** Whose events they are is decided once. */
  isNew: boolean;
  error?: string | undefined;
  onChange: (changes: Partial<WebhookForm>) => void;
}

export function WebhookFields({ form, isNew, error, onChange }: WebhookFieldsProps) {
  const t = useWebhookTexts();
  const { companies } = useSession();
  return (
    <Stack gap="md">
      <TextInput
        label={t.form.url}
        description={t.form.urlHelp}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={form.url}
        error={error}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value.trim() })}
      />
      <Checkbox.Group label={t.form.events} value={form.events} onChange={(events) => onChange({ events })}>
        <Stack gap={8} mt={8}>
          {SUBSCRIBED.map((kind) => (
            <Checkbox key={kind} value={kind} label={kind} />
          ))}
        </Stack>
      </Checkbox.Group>
      {isNew && (
        <NativeSelect
          label={t.form.company}
          value={form.company_id === null ? '' : String(form.company_id)}
          data={[
            { value: '', label: t.allCompanies },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ company_id: value === '' ? null : Number(value) })}
        />
      )}
      <TextInput
        label={t.form.description}
        value={form.description}
        maxLength={500}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
    </Stack>
  );
}
