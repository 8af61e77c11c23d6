import { NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useCan } from '../app/session.ts';
import { usePartTexts } from '../parts/parts.texts.ts';
import { ChangeBar } from './change-bar.tsx';
import { type Change, changesBetween } from './changes.ts';
import styles from './companies.module.css';
import { type Company, changeRails } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';
import { LimitField } from './limit-field.tsx';
import { type FieldsProps, OwnFields, ReminderFields } from './own-fields.tsx';
import { daysOfText, type RailsDraft, railsChange, railsOf } from './rails-draft.ts';
import { WhatStops } from './what-stops.tsx';

/** Who charges and pays out, and within which limits. */
export function RailsForm({ company }: { company: Company }) {
  const { rails: t, review } = useCompanyTexts();
  const before = railsOf(company);
  const [round, setRound] = useState(0);
  const [draft, setDraft] = useState(before);
  const mayChange = useCan('rails');
  const changes = changesBetween(before, draft);
  const describe = useDescription();
  const props = {
    draft,
    choices: company.choices,
    isFixed: !mayChange,
    change: (group: keyof RailsDraft, changed: object) =>
      setDraft({ ...draft, [group]: { ...draft[group], ...changed } }),
  };
  return (
    <>
      <Section key={round} title={t.title}>
        <OwnFields {...props} />
        <ReminderFields before={company.reminder_days} {...props} />
        <RailFields type="pix" {...props} />
        <RailFields type="invoice" {...props} />
        <PayoutFields {...props} />
      </Section>
      <ChangeBar
        mayChange={mayChange}
        changes={changes.map(describe)}
        isReadable={changes.every(({ after }) => after !== undefined && after !== '')}
        text={review.railsText}
        warning={draft.own.status === 'INACTIVE' && before.own.status === 'ACTIVE' && <WhatStops company={company} />}
        onUndo={() => {
          setDraft(before);
          setRound(round + 1);
        }}
        onSave={(reason) => changeRails(company.id, railsChange(changes), reason)}
      />
    </>
  );
}

function RailFields({ type, draft, choices, isFixed, change }: FieldsProps & { type: 'pix' | 'invoice' }) {
  const { rails: t } = useCompanyTexts();
  const rail = draft[type];
  return (
    <fieldset className={styles.group} disabled={isFixed}>
      <legend>{t.groups[type]}</legend>
      <div className={styles.fields}>
        <BankField value={rail.acquirer} choices={choices[type]} onChange={(acquirer) => change(type, { acquirer })} />
      </div>
      <div className={styles.switches}>
        <Switch
          label={t.fields.enabled}
          checked={rail.enabled}
          onChange={({ currentTarget }) => change(type, { enabled: currentTarget.checked })}
        />
      </div>
    </fieldset>
  );
}

function PayoutFields({ draft: { payouts }, choices, isFixed, change }: FieldsProps) {
  const { rails: t } = useCompanyTexts();
  return (
    <fieldset className={styles.group} disabled={isFixed}>
      <legend>{t.groups.payouts}</legend>
      <div className={styles.fields}>
        <BankField
          value={payouts.acquirer}
          choices={choices.payouts}
          onChange={(acquirer) => change('payouts', { acquirer })}
        />
        <MoneyField
          label={t.fields.minimum}
          value={payouts.minimum ?? null}
          onChange={(minimum) => change('payouts', { minimum: minimum ?? undefined })}
        />
        {(['most', 'day'] as const).map((name) => (
          <LimitField
            key={name}
            label={t.fields[name]}
            description={t.noLimit}
            value={payouts[name]}
            onChange={(limit) => change('payouts', { [name]: limit })}
          />
        ))}
      </div>
      <div className={styles.switches}>
        {(['to_others', 'needs_approval'] as const).map((name) => (
          <Switch
            key={name}
            label={t.fields[name]}
            checked={payouts[name]}
            onChange={({ currentTarget }) => change('payouts', { [name]: currentTarget.checked })}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface BankFieldProps {
  value: string | null;
  choices: readonly string[];
  onChange: (bank: string | null) => void;
}

/** One that was chosen and can be chosen no more is still shown. */
function BankField({ value, choices, onChange }: BankFieldProps) {
  const { rails: t } = useCompanyTexts();
  const names = value === null || choices.includes(value) ? choices : [value, ...choices];
  return (
    <NativeSelect
      label={t.fields.acquirer}
      value={value ?? ''}
      data={[{ value: '', label: t.ownBank }, ...names]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

function useDescription() {
  const { rails: t } = useCompanyTexts();
  const { yes, no, states } = usePartTexts();
  const { money } = useFormats();
  const words: Record<string, string> = { ...states };
  const fields: Record<string, string> = t.fields;
  const shown = (field: string, value: Change<RailsDraft>['after']) => {
    if (typeof value === 'boolean') return value ? yes : no;
    if (typeof value === 'number') return money(value);
    if (field === 'reminders' && typeof value === 'string')
      return (
        daysOfText(value)
          .map((days) => t.reminders.day({ days }))
          .join(', ') || t.reminders.none
      );
    if (typeof value === 'string') return words[value] ?? value;
    return field === 'acquirer' ? t.ownBank : '–';
  };
  return ({ group, field, before, after }: Change<RailsDraft>) => ({
    what: `${t.groups[group]}: ${fields[field] ?? field}`,
    before: shown(field, before),
    after: shown(field, after),
  });
}
