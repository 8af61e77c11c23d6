import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx';
import { SecretOnce } from '../ui/forms/secret-once.tsx';
import { SUBSCRIBED, WebhookFields } from './webhook-fields.tsx';
import { createWebhook, type Webhook, type WebhookForm } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

interface NewWebhookProps {
  onClose: () => void;
  onCreated: (webhook: Webhook) => void;
}

/** Asks for the address, then shows the secret once. Import it lazily. */
export function NewWebhook({ onClose, onCreated }: NewWebhookProps) {
  const t = useWebhookTexts();
  const queries = useQueryClient();
  const [form, setForm] = useState<WebhookForm>({
    url: '',
    events: [...SUBSCRIBED],
    company_id: null,
    description: '',
  });
  const [created, setCreated] = useState<(Webhook & { secret: string }) | null>(null);
  const isCreated = useRef(false);
  if (created)
    return <SecretOnce title={t.form.secretTitle} secret={created.secret} onClose={() => onCreated(created)} />;
  return (
    <ConfirmDialog
      title={t.create}
      action={t.form.create}
      isReady={form.url !== '' && form.events.length > 0}
      onConfirm={async () => {
        const webhook = await createWebhook(form);
        await queries.invalidateQueries({ queryKey: ['webhooks'] });
        isCreated.current = true;
        setCreated(webhook);
      }}
      // The dialog closes itself after a success: then the secret takes its place.
      onClose={() => isCreated.current || onClose()}
    >
      <WebhookFields form={form} isNew onChange={(changes) => setForm({ ...form, ...changes })} />
    </ConfirmDialog>
  );
}
