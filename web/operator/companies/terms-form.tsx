import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { DaysField } from '../../ui/forms/days-field.tsx';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { PercentField } from '../../ui/forms/percent-field.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TwoColumns } from '../../ui/page/two-columns.tsx';
import { useCan } from '../app/session.ts';
import { ChangeBar } from './change-bar.tsx';
import { type Change, changesBetween } from './changes.ts';
import styles from './companies.module.css';
import { type Company, changeTerms } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';
import { type ChargeType, type PlanDraft, type TermsDraft, termsChange, termsOf } from './terms-draft.ts';
import { TermsPreview } from './terms-preview.tsx';

/** Fees, settlement and retention: what they mean in reais stands beside them, before anything is saved. */
export function TermsForm({ company }: { company: Company }) {
  const { terms: t, review } = useCompanyTexts();
  const before = termsOf(company);
  const [draft, setDraft] = useState(before);
  const mayChange = useCan('terms');
  const changes = changesBetween(before, draft);
  const describe = useDescription();
  const props = { draft, onChange: setDraft, isFixed: !mayChange };
  return (
    <>
      <TwoColumns
        main={
          <Section title={t.title}>
            <PlanFields type="pix" {...props} />
            <PlanFields type="invoice" {...props} />
            <OtherFields {...props} />
          </Section>
        }
        aside={<TermsPreview before={before} draft={draft} hasSplit={company.split.length > 0} />}
      />
      <ChangeBar
        mayChange={mayChange}
        changes={changes.map(describe)}
        isReadable={changes.every(({ after }) => after !== undefined)}
        text={review.termsText}
        onUndo={() => setDraft(before)}
        onSave={(reason) => changeTerms(company.id, termsChange(changes), reason)}
      />
    </>
  );
}

interface FieldsProps {
  draft: TermsDraft;
  onChange: (draft: TermsDraft) => void;
  isFixed: boolean;
}

function PlanFields({ type, draft, onChange, isFixed }: FieldsProps & { type: ChargeType }) {
  const { terms: t } = useCompanyTexts();
  const plan = draft[type];
  const change = (changes: Partial<PlanDraft>) => onChange({ ...draft, [type]: { ...plan, ...changes } });
  return (
    <fieldset className={styles.group} disabled={isFixed}>
      <legend>{t.groups[type]}</legend>
      <div className={styles.fields}>
        <PercentField
          label={t.fields.fee_basis_points}
          value={plan.fee_basis_points}
          onChange={(fee_basis_points) => change({ fee_basis_points })}
        />
        <MoneyField
          label={t.fields.fee_fixed}
          value={plan.fee_fixed ?? null}
          onChange={(cents) => change({ fee_fixed: cents ?? undefined })}
        />
        <DaysField
          label={t.fields.settlement_days}
          value={plan.settlement_days}
          onChange={(settlement_days) => change({ settlement_days })}
        />
        <NativeSelect
          label={t.fields.fee_on_refund}
          value={plan.fee_on_refund}
          data={(['returned', 'kept'] as const).map((value) => ({ value, label: t.onRefund[value] }))}
          onChange={({ currentTarget }) =>
            change({ fee_on_refund: currentTarget.value === 'kept' ? 'kept' : 'returned' })
          }
        />
      </div>
    </fieldset>
  );
}

function OtherFields({ draft, onChange, isFixed }: FieldsProps) {
  const { terms: t } = useCompanyTexts();
  const { retention } = draft;
  return (
    <>
      <fieldset className={styles.group} disabled={isFixed}>
        <legend>{t.groups.retention}</legend>
        <div className={styles.fields}>
          <PercentField
            label={t.fields.basis_points}
            value={retention.basis_points}
            onChange={(basis_points) => onChange({ ...draft, retention: { ...retention, basis_points } })}
          />
          <DaysField
            label={t.fields.days}
            value={retention.days}
            onChange={(days) => onChange({ ...draft, retention: { ...retention, days } })}
          />
        </div>
      </fieldset>
      <fieldset className={styles.group} disabled={isFixed}>
        <legend>{t.groups.payouts}</legend>
        <div className={styles.fields}>
          <MoneyField
            label={t.fields.fee}
            value={draft.payouts.fee ?? null}
            onChange={(cents) => onChange({ ...draft, payouts: { fee: cents ?? undefined } })}
          />
        </div>
      </fieldset>
    </>
  );
}

/** A change in the words of the form. */
function useDescription() {
  const { terms: t, preview } = useCompanyTexts();
  const { money, exactPercent } = useFormats();
  const fields: Record<string, string> = t.fields;
  const shown = (field: string, value: Change<TermsDraft>['after']) => {
    if (typeof value === 'string') return t.onRefund[value === 'kept' ? 'kept' : 'returned'];
    if (typeof value !== 'number') return '–';
    if (field === 'fee_basis_points' || field === 'basis_points') return exactPercent(value);
    if (field === 'settlement_days') return preview.when({ days: value });
    return field === 'days' ? String(value) : money(value);
  };
  return ({ group, field, before, after }: Change<TermsDraft>) => ({
    what: `${t.groups[group]}: ${fields[field] ?? field}`,
    before: shown(field, before),
    after: shown(field, after),
  });
}
