import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useErrorText } from '../../api/error-text.ts';
import { Section } from '../../ui/page/section.tsx';
import styles from './acquirers.module.css';
import { registerWebhook } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';

/** Without a webhook, payments are found by asking. */
export function WebhookSection({ name }: { name: string }) {
  const { webhook: t } = useAcquirerTexts();
  const textOf = useErrorText();
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => registerWebhook(name) });
  return (
    <Section
      title={t.title}
      actions={
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t.register}
        </Button>
      }
    >
      <p className={styles.note}>{t.text}</p>
      {data && <p role="status">{t.registered({ origin: data.origin })}</p>}
      {error && <p role="alert">{textOf(error)}</p>}
    </Section>
  );
}
