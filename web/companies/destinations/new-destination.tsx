import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { Destination, PayoutTerms } from '../../api/payouts.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import type { Establishment } from '../companies.queries.ts';
import { bodyOf, type DestinationDraft, emptyDraft, fieldsOf, isForeign, KINDS } from './destination-draft.ts';
import styles from './destinations.module.css';
import { useDestinationTexts } from './destinations.texts.ts';

interface NewDestinationProps {
  company: Establishment;
  terms: PayoutTerms;
  onClose: () => void;
}

/** The password is asked for by whoever sends it. Import it lazily. */
export function NewDestination({ company, terms, onClose }: NewDestinationProps) {
  const t = useDestinationTexts();
  const { form } = t;
  const queries = useQueryClient();
  const [draft, setDraft] = useState<DestinationDraft>(() => emptyDraft(company.document));
  const [problem, setProblem] = useState<{ field: string; text: string } | null>(null);
  const mayForeign = terms.to_others || !isForeign(draft, company.document);
  const fields = fieldsOf(draft.kind);
  const change = (changes: Partial<DestinationDraft>) => {
    setProblem(null);
    setDraft({ ...draft, ...changes });
  };
  const documentField = draft.kind === 'account' ? 'holder_document' : 'key';
  const errorOf = (field: string) =>
    problem?.field === field ? problem.text : !mayForeign && field === documentField ? form.onlyOwn : undefined;
  const typed = (field: (typeof fields)[number], label: string, description?: string) => (
    <TextInput
      key={field}
      label={label}
      {...(description ? { description } : {})}
      autoComplete="off"
      required
      value={draft[field]}
      error={errorOf(field)}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
    />
  );
  const add = async () => {
    try {
      const path = `/companies/${company.id}/destinations`;
      await call<Destination>(path, { method: 'POST', body: bodyOf(draft) });
    } catch (error) {
      if (error instanceof ApiFailure && error.field !== undefined)
        setProblem({ field: error.field, text: error.details?.['destination_id'] ? form.twin : form.wrong });
      throw error;
    }
    await queries.invalidateQueries({ queryKey: ['payouts'] });
    toast(form.added);
  };
  return (
    <ConfirmDialog
      title={t.add}
      action={t.add}
      isReady={mayForeign && fields.every((field) => draft[field].trim() !== '')}
      onConfirm={add}
      onClose={onClose}
    >
      <NativeSelect
        label={form.kind}
        value={draft.kind}
        data={KINDS.map((value) => ({ value, label: form.kinds[value] }))}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as DestinationDraft['kind'], key: '' })}
      />
      {draft.kind === 'account' ? (
        <Stack gap="sm">
          {typed('ispb', form.ispb, form.ispbText)}
          {typed('agency', form.agency, form.agencyText)}
          {typed('account', form.account, form.accountText)}
          <NativeSelect
            label={form.accountType}
            value={draft.account_type}
            data={Object.entries(form.accountTypes).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) =>
              change({ account_type: currentTarget.value as DestinationDraft['account_type'] })
            }
          />
          {typed('holder_name', form.holderName)}
          {typed('holder_document', form.holderDocument)}
        </Stack>
      ) : (
        typed('key', form.key, form.hints[draft.kind])
      )}
      <p className={styles.muted}>{form.hold}</p>
    </ConfirmDialog>
  );
}
