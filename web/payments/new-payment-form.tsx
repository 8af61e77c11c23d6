import { Button, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { ApiFailure } from '../api/failure.ts';
import { useSession } from '../api/session.ts';
import type { CreatedTransaction } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { newKey } from '../ui/new-key.ts';
import { Section } from '../ui/section.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { useOnce } from '../ui/use-once.ts';
import { CustomerFields } from './customer-fields.tsx';
import type { DraftProps } from './draft-props.ts';
import { ItemFields } from './item-fields.tsx';
import { type OrderDraft, orderOf, problemsOf, TEST_CUSTOMER, totalOf } from './order-draft.ts';
import styles from './payments.module.css';
import { usePaymentTexts } from './payments.texts.ts';
import { SplitPreview } from './split-preview.tsx';

interface NewPaymentFormProps {
  first: OrderDraft;
  onCreated: (created: CreatedTransaction) => void;
}

export function NewPaymentForm({ first, onCreated }: NewPaymentFormProps) {
  const { create: t } = usePaymentTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const { money } = useFormats();
  const { mode } = useSession();
  const [draft, setDraft] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const create = useCreation(draft, onCreated);
  const send = useOnce(create.mutateAsync);
  const problems = problemsOf(draft);
  const props: DraftProps = {
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    problemAt: (field) => {
      const problem = isTried ? problems.get(field) : undefined;
      return problem && t.problems[problem];
    },
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problems.size === 0) return send();
    // After the fields have been marked.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.columns}>
      <div className={styles.column}>
        {isTried && problems.size > 0 && <p role="alert">{ui.errors.summary}</p>}
        <MethodFields {...props} />
        <CustomerFields {...props} />
        <ItemFields {...props} />
      </div>
      <div className={styles.column}>
        <Section title={t.total}>
          <p className={styles.amount}>{money(totalOf(draft))}</p>
          {props.problemAt('total') && <p role="alert">{props.problemAt('total')}</p>}
          {create.error && <p role="alert">{textOf(create.error)}</p>}
          <Button type="submit" fullWidth mt="md" loading={create.isPending}>
            {t.submit({ amount: money(totalOf(draft)) })}
          </Button>
          {mode === 'sandbox' && (
            <Button variant="subtle" fullWidth mt="xs" onClick={() => setDraft(filledForTest(draft))}>
              {t.testData}
            </Button>
          )}
        </Section>
        <SplitPreview draft={draft} />
      </div>
    </form>
  );
}

function filledForTest(draft: OrderDraft): OrderDraft {
  const items = draft.items.map((item) => ({
    ...item,
    name: item.name || 'Camiseta',
    priceCents: item.priceCents ?? 10_000,
  }));
  return { ...draft, ...TEST_CUSTOMER, items };
}

/** One key for the whole form, so that a second click is the same payment; a refusal makes the next try another one. */
function useCreation(draft: OrderDraft, onCreated: (created: CreatedTransaction) => void) {
  const { create: t } = usePaymentTexts();
  const client = useQueryClient();
  const [key, setKey] = useState(newKey);
  return useMutation({
    mutationFn: () =>
      call<CreatedTransaction>(`/companies/${draft.companyId}/payments`, {
        method: 'POST',
        idempotencyKey: key,
        body: orderOf(draft, t.shipping),
      }),
    onSuccess: (created) => {
      onCreated(created);
      return client.invalidateQueries({ queryKey: ['transactions'] });
    },
    onError: (error) => {
      const isKnown = error instanceof ApiFailure && !error.isPassing;
      if (isKnown) setKey(newKey());
    },
  });
}

function MethodFields({ draft, onChange }: DraftProps) {
  const { create: t } = usePaymentTexts();
  const { method } = useUiTexts();
  const { companies } = useSession();
  const active = companies.filter(({ status }) => status === 'ACTIVE');
  return (
    <Section title={t.method}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t.method}
          value={draft.type}
          data={[
            { value: 'pix', label: method.pix },
            { value: 'invoice', label: method.invoice },
          ]}
          onChange={(type) => onChange({ type: type === 'invoice' ? 'invoice' : 'pix' })}
        />
        <div className={styles.pair}>
          <NativeSelect
            label={t.company}
            value={String(draft.companyId)}
            data={active.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ currentTarget }) => onChange({ companyId: Number(currentTarget.value) })}
          />
          {draft.type === 'invoice' && (
            <TextInput
              type="date"
              label={t.due}
              value={draft.dueDate}
              onChange={({ currentTarget }) => onChange({ dueDate: currentTarget.value })}
            />
          )}
          <TextInput
            label={t.externalId}
            maxLength={64}
            value={draft.externalId}
            onChange={({ currentTarget }) => onChange({ externalId: currentTarget.value })}
          />
        </div>
      </Stack>
    </Section>
  );
}
