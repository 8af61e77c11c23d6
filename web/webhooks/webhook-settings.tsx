import { Button, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { useRefresh } from './refresh.ts';
import { WebhookFields } from './webhook-fields.tsx';
import styles from './webhooks.module.css';
import { changeWebhook, removeWebhook, rotateSecret, type Webhook, type WebhookForm } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/forms/confirm-dialog.tsx')).ConfirmDialog }));
const SecretOnce = lazy(async () => ({ default: (await import('../ui/forms/secret-once.tsx')).SecretOnce }));

type Asking = { kind: 'rotate' } | { kind: 'remove' } | { kind: 'show'; secret: string };

/** What can be changed about an endpoint, its secret, and its end. */
export function WebhookSettings({ webhook, onRemoved }: { webhook: Webhook; onRemoved: () => void }) {
  const t = useWebhookTexts();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [typed, setTyped] = useState('');
  const { host } = new URL(webhook.url);
  return (
    <Section title={t.tabs.settings}>
      <SettingsForm webhook={webhook} />
      <div className={styles.danger}>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => setAsking({ kind: 'rotate' })}>
            {t.actions.rotate}
          </Button>
          <Button variant="default" color="red" onClick={() => setAsking({ kind: 'remove' })}>
            {t.actions.remove}
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        {asking?.kind === 'rotate' && (
          <ConfirmDialog
            title={t.actions.rotate}
            action={t.actions.rotate}
            onConfirm={async () => {
              const { secret } = await rotateSecret(webhook.id);
              setAsking({ kind: 'show', secret });
            }}
            onClose={() => setAsking((now) => (now?.kind === 'show' ? now : null))}
          >
            <p>{t.actions.rotateText}</p>
          </ConfirmDialog>
        )}
        {asking?.kind === 'show' && (
          <SecretOnce title={t.form.secretTitle} secret={asking.secret} onClose={() => setAsking(null)} />
        )}
        {asking?.kind === 'remove' && (
          <ConfirmDialog
            title={t.actions.remove}
            action={t.actions.remove}
            isDestructive
            isReady={typed === host}
            onConfirm={async () => {
              await removeWebhook(webhook.id);
              onRemoved();
              await refresh();
              toast(t.actions.removed);
            }}
            onClose={() => setAsking(null)}
          >
            <p>{t.actions.removeText({ host })}</p>
            <TextInput
              label={t.actions.removeField}
              autoComplete="off"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
            />
          </ConfirmDialog>
        )}
      </Suspense>
    </Section>
  );
}

function SettingsForm({ webhook }: { webhook: Webhook }) {
  const { form: t } = useWebhookTexts();
  const refresh = useRefresh();
  const textOf = useErrorText();
  const [form, setForm] = useState<WebhookForm>({ ...webhook, description: webhook.description ?? '' });
  const [error, setError] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const save = async () => {
    setIsRunning(true);
    setError(undefined);
    try {
      const { url, events, description } = form;
      await changeWebhook(webhook.id, { url, events, description: description === '' ? null : description });
      toast(t.saved);
    } catch (failure) {
      setError(textOf(failure));
    } finally {
      setIsRunning(false);
    }
    await refresh();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <WebhookFields form={form} isNew={false} error={error} onChange={(changes) => setForm({ ...form, ...changes })} />
      <div className={styles.buttons}>
        <Button type="submit" loading={isRunning} disabled={form.events.length === 0}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
