import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { useAddress } from '../../ui/page/address.ts';
import { ButtonLink } from '../../ui/page/button-link.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { usePartTexts } from '../parts/parts.texts.ts';
import styles from './acquirers.module.css';
import type { BankForm, OneAcquirer } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';
import { BankField } from './bank-field.tsx';
import { asksForCertificate, bodyOf, type CertificateForm, draftOf, fieldsIn, missingIn } from './setup-draft.ts';

const REASON = { min: 3, max: 500 };

interface SetupFormProps {
  form: BankForm;
  /** What is stored; null: it is added. */
  acquirer: OneAcquirer | null;
  /** Something outside of this form keeps it from being sent. */
  isHeldUp?: boolean;
  /** It was tried: what is wrong may be shown. */
  onTry?: () => void;
  send: (body: Record<string, unknown>) => Promise<OneAcquirer>;
}

/** Only what such a bank is asked for. Contents leave with the form and are never shown again. */
export function SetupForm({ form, acquirer, isHeldUp = false, onTry, send }: SetupFormProps) {
  const { form: t, fields: labels } = useAcquirerTexts();
  const { reason: about } = usePartTexts();
  const textOf = useErrorText();
  const address = useAddress();
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const before = draftOf(acquirer, form);
  const [draft, setDraft] = useState(before);
  const [reason, setReason] = useState('');
  const [certificateForm, setCertificateForm] = useState<CertificateForm>('pem');
  const [isTried, setIsTried] = useState(false);
  const fields = fieldsIn(form, certificateForm);
  const missing = missingIn(fields, draft, acquirer);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => send({ ...bodyOf(fields, before, draft), reason: reason.trim() }),
    onSuccess: async (stored) => {
      toast(t.saved);
      await client.invalidateQueries({ queryKey: ['acquirers'] });
      address.go(`/acquirers/${stored.name}`);
    },
    onError: () => focusFirstWrong(),
  });
  // After the fields have been marked; the first may stand before this form.
  const focusFirstWrong = () =>
    setTimeout(() => element.current?.closest('main')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  const wrongField = error instanceof ApiFailure ? error.field : undefined;
  const isShownAtField = fields.some(({ name }) => name === wrongField);
  const problemAt = (name: string) => {
    if (error instanceof ApiFailure && wrongField === name) return problemOf(error, name, t.missing);
    return isTried && missing.includes(name) ? t.missing : undefined;
  };
  const isReasonMissing = isTried && reason.trim().length < REASON.min;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    onTry?.();
    const isReady = missing.length === 0 && !isHeldUp && reason.trim().length >= REASON.min;
    if (isReady) mutate();
    else focusFirstWrong();
  };
  const settingOf = (name: string) => acquirer?.settings.find((setting) => setting.name === name);
  const names: Record<string, string> = labels;
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Section title={t.fields}>
        <div className={styles.fields}>
          {asksForCertificate(form) && (
            <NativeSelect
              label={t.certificateForm}
              value={certificateForm}
              data={[
                { value: 'pem', label: t.pem },
                { value: 'pkcs12', label: t.pkcs12 },
              ]}
              onChange={({ currentTarget }) => setCertificateForm(currentTarget.value === 'pkcs12' ? 'pkcs12' : 'pem')}
            />
          )}
          {fields.map((field) => {
            const setting = settingOf(field.name);
            const value = setting?.value ?? null;
            return (
              <BankField
                key={field.name}
                field={field}
                value={draft[field.name] ?? ''}
                isStored={setting?.is_set ?? false}
                shown={value === null ? null : String(value)}
                problem={problemAt(field.name)}
                onChange={(next) => {
                  reset();
                  setDraft({ ...draft, [field.name]: next });
                }}
              />
            );
          })}
        </div>
        <TextInput
          label={about.label}
          description={about.text}
          autoComplete="off"
          required
          maxLength={REASON.max}
          value={reason}
          error={isReasonMissing ? t.missing : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Section>
      {error && (
        <p role="alert" className={styles.problem}>
          {isShownAtField ? t.wrongAt({ field: names[wrongField ?? ''] ?? '' }) : textOf(error)}
        </p>
      )}
      <div className={styles.bar}>
        <ButtonLink variant="default" to={acquirer ? `/acquirers/${acquirer.name}` : '/acquirers'}>
          {t.back}
        </ButtonLink>
        <Button type="submit" loading={isPending}>
          {acquirer ? t.save : t.add}
        </Button>
      </div>
    </form>
  );
}

/** The interface says it in English; that something is missing has words here. */
function problemOf({ technical }: ApiFailure, name: string, missing: string): string {
  const says = technical.startsWith(`${name} `) ? technical.slice(name.length + 1) : technical;
  return says === 'is missing' ? missing : says;
}
