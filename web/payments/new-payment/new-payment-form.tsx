import { NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { useSession } from '../../api/session.ts';
import type { CreatedTransaction } from '../../api/types.ts';
import { useFormats } from '../../i18n/formats.ts';
import { type DraftProps, useDraftForm } from '../../ui/forms/draft-form.ts';
import { filledForTest } from '../../ui/forms/item-draft.ts';
import { ItemLines } from '../../ui/forms/item-lines.tsx';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { newKey } from '../../ui/forms/new-key.ts';
import { useOnce } from '../../ui/forms/use-once.ts';
import { dayOf } from '../../ui/lists/periods.ts';
import { Section } from '../../ui/page/section.tsx';
import { TwoColumns } from '../../ui/page/two-columns.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { businessNow } from '../../ui/values/business-clock.ts';
import { TotalSection } from '../../ui/values/total-section.tsx';
import styles from '../payments.module.css';
import { usePaymentTexts } from '../payments.texts.ts';
import { SplitPreview } from '../split-preview.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { fieldInForm, type OrderDraft, orderOf, problemsOf, TEST_CUSTOMER, totalOf } from './order-draft.ts';
import { TermsSection } from './terms-section.tsx';

const TEST_PRICE_CENTS = 10_000;

interface NewPaymentFormProps {
  first: OrderDraft;
  onCreated: (created: CreatedTransaction) => void;
}

export function NewPaymentForm({ first, onCreated }: NewPaymentFormProps) {
  const { create: t } = usePaymentTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const { money } = useFormats();
  const create = useCreation(onCreated);
  const send = useOnce(create.mutateAsync);
  const today = dayOf(businessNow());
  const judge = (order: OrderDraft) => problemsOf(order, today);
  const { form, submit, isRefused, ...judged } = useDraftForm(first, judge, t.problems, send);
  const { draft, onChange } = judged;
  const refusalAt = useRefusalAt(create.error, draft);
  const problemAt = (field: string) => judged.problemAt(field) ?? refusalAt(field);
  const props = { draft, onChange, problemAt };
  useEffect(() => {
    if (create.error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [create.error, form]);
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <TwoColumns
        main={
          <>
            {isRefused && <p role="alert">{ui.errors.summary}</p>}
            <MethodFields {...props} />
            {draft.type === 'invoice' && <TermsSection {...props} today={today} />}
            <CustomerFields {...props} />
            <Section title={t.items}>
              <Stack gap="sm">
                <ItemLines items={draft.items} problemAt={problemAt} onChange={(items) => onChange({ items })} />
                <MoneyField
                  label={t.shipping}
                  value={draft.shippingCents}
                  onChange={(shippingCents) => onChange({ shippingCents })}
                />
              </Stack>
            </Section>
          </>
        }
        aside={
          <>
            <TotalSection
              title={t.total}
              total={money(totalOf(draft))}
              problems={[problemAt('total'), create.error && textOf(create.error)]}
              submitLabel={t.submit({ amount: money(totalOf(draft)) })}
              isSending={create.isPending}
              onTestData={() => onChange({ ...TEST_CUSTOMER, items: filledForTest(draft.items, TEST_PRICE_CENTS) })}
            />
            <SplitPreview draft={draft} />
          </>
        }
      />
    </form>
  );
}

/** One key for the whole form, so that a second click is the same payment; a refusal makes the next try another one. */
function useCreation(onCreated: (created: CreatedTransaction) => void) {
  const { create: t } = usePaymentTexts();
  const client = useQueryClient();
  const [key, setKey] = useState(newKey);
  return useMutation({
    mutationFn: (draft: OrderDraft) =>
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

/** What the service refused, at the field that it names; until it is sent again. */
function useRefusalAt(error: Error | null, draft: OrderDraft): (field: string) => string | undefined {
  const { terms: t } = usePaymentTexts();
  const textOf = useErrorText();
  const named = error instanceof ApiFailure && error.field ? error.field : null;
  const refused = named && fieldInForm(named, draft);
  return (field) => {
    if (field !== refused) return undefined;
    return field === 'fine' || field === 'interest' ? t.refused[field] : textOf(error);
  };
}

function MethodFields({ draft, onChange }: DraftProps<OrderDraft>) {
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
