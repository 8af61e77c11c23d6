import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import type { PaymentLink } from '../api/types.ts';
import { bodyOfLateTerms, type LateTerms, lateTermsLike, problemsOfLateTerms } from '../ui/forms/late-terms.ts';
import { LateTermsFields } from '../ui/forms/late-terms-fields.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { localTimeOf, numberOf } from './link-draft.ts';
import styles from './links.module.css';
import { type LinkChange, useLinkChange } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';

/** As typed; what is blank is taken away. */
function typedOf(link: PaymentLink) {
  return {
    title: link.title,
    description: link.description ?? '',
    maxPayments: link.max_payments === null ? '' : String(link.max_payments),
    stock: link.stock === null ? '' : String(link.stock),
    expiresAt: link.expires_at === null ? '' : localTimeOf(link.expires_at),
    returnTo: link.success_url ?? '',
    message: link.inactive_message ?? '',
  };
}

/** Null takes away what was written before. */
function lateChangeOf(before: LateTerms, now: LateTerms): LinkChange {
  const body = bodyOfLateTerms(now);
  const isOther = (name: keyof LateTerms) => JSON.stringify(before[name]) !== JSON.stringify(now[name]);
  return {
    ...(isOther('fine') ? { fine: body.fine ?? null } : {}),
    ...(isOther('interest') ? { interest: body.interest ?? null } : {}),
    ...(isOther('payableDays') ? { payable_days_after_due: body.payable_days_after_due ?? null } : {}),
  };
}

type Typed = ReturnType<typeof typedOf>;

/** Only what differs is sent, so that nobody undoes what a colleague has just changed. */
function changeOf(before: Typed, now: Typed): LinkChange {
  const text = (typed: string) => (typed.trim() === '' ? null : typed.trim());
  const changes: LinkChange = {
    title: now.title.trim(),
    description: text(now.description),
    max_payments: numberOf(now.maxPayments),
    stock: numberOf(now.stock),
    expires_at: text(now.expiresAt),
    success_url: text(now.returnTo),
    inactive_message: text(now.message),
  };
  const typedAs: Partial<Record<keyof LinkChange, keyof Typed>> = {
    title: 'title',
    description: 'description',
    max_payments: 'maxPayments',
    stock: 'stock',
    expires_at: 'expiresAt',
    success_url: 'returnTo',
    inactive_message: 'message',
  };
  const changed = Object.entries(changes).filter(([name]) => {
    const key = typedAs[name as keyof LinkChange];
    return key !== undefined && before[key] !== now[key];
  });
  return Object.fromEntries(changed);
}

/** Import it lazily: it brings the parts that float. */
export function EditLinkDialog({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const { form: t, edit } = useLinkTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const [before] = useState(() => typedOf(link));
  const [typed, setTyped] = useState(before);
  const [lateBefore] = useState(() => lateTermsLike(link));
  const [late, setLate] = useState(lateBefore);
  const lateProblems = problemsOfLateTerms(late);
  const lateProblemAt = (field: string) => {
    const problem = lateProblems.get(field);
    return problem && ui.lateTerms.problems[problem];
  };
  const change = useLinkChange(link.id, onClose);
  const props = (name: keyof Typed) => ({
    value: typed[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: currentTarget.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (lateProblems.size === 0) change.mutate({ ...changeOf(before, typed), ...lateChangeOf(lateBefore, late) });
  };
  return (
    <Modal opened onClose={onClose} title={edit.title} size="lg" closeButtonProps={{ 'aria-label': ui.close }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <p className={styles.note}>{edit.text}</p>
          <TextInput label={t.name} maxLength={120} {...props('title')} data-autofocus />
          <Textarea label={t.description} maxLength={1_000} autosize minRows={2} {...props('description')} />
          <div className={styles.pair}>
            <TextInput
              label={t.maxPayments}
              type="number"
              min={before.maxPayments === '1' ? 1 : 2}
              {...props('maxPayments')}
            />
            <TextInput label={t.stock} type="number" min={0} {...props('stock')} />
            <TextInput
              label={t.expires}
              type="datetime-local"
              description={t.expiresText}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...props('expiresAt')}
            />
            {link.methods.includes('invoice') && (
              <LateTermsFields
                late={late}
                problemAt={lateProblemAt}
                onChange={(changes) => setLate({ ...late, ...changes })}
              />
            )}
          </div>
          <TextInput label={t.returnTo} type="url" maxLength={2_048} {...props('returnTo')} />
          <TextInput label={t.message} maxLength={300} {...props('message')} />
          {change.error && (
            <p role="alert" className={styles.problem}>
              {textOf(change.error)}
            </p>
          )}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui.back}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {ui.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
