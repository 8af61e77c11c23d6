import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { MAX_REMINDERS } from '../../../src/parties/companies/reminder-limits.rules.ts';
import { ReminderDaysField } from '../../ui/forms/reminder-days-field.tsx';
import { usePartTexts } from '../parts/parts.texts.ts';
import styles from './companies.module.css';
import type { Company } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';
import { LimitField } from './limit-field.tsx';
import { daysOfText, type RailsDraft, textOfDays } from './rails-draft.ts';

export interface FieldsProps {
  draft: RailsDraft;
  choices: Company['choices'];
  isFixed: boolean;
  change: <Group extends keyof RailsDraft>(group: Group, changed: Partial<RailsDraft[Group]>) => void;
}

/** What is the establishment's own, whoever charges for it. */
export function OwnFields({ draft: { own }, isFixed, change }: FieldsProps) {
  const { rails: t } = useCompanyTexts();
  const { states } = usePartTexts();
  return (
    <fieldset className={styles.group} disabled={isFixed}>
      <legend>{t.groups.own}</legend>
      <div className={styles.fields}>
        <TextInput
          label={t.fields.name}
          autoComplete="off"
          maxLength={120}
          value={own.name}
          onChange={({ currentTarget }) => change('own', { name: currentTarget.value })}
        />
        <NativeSelect
          label={t.fields.status}
          value={own.status}
          data={(['ACTIVE', 'INACTIVE'] as const).map((value) => ({ value, label: states[value] }))}
          onChange={({ currentTarget }) =>
            change('own', { status: currentTarget.value === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE' })
          }
        />
        <LimitField
          label={t.fields.confirm_above}
          description={t.never}
          value={own.confirm_above}
          onChange={(confirm_above) => change('own', { confirm_above })}
        />
      </div>
      <div className={styles.switches}>
        {(['payer_receipts', 'late_caps'] as const).map((name) => (
          <Switch
            key={name}
            label={t.fields[name]}
            checked={own[name]}
            onChange={({ currentTarget }) => change('own', { [name]: currentTarget.checked })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** When payers of boletos are reminded. */
export function ReminderFields({
  before,
  draft: { own },
  isFixed,
  change,
}: FieldsProps & { before: readonly number[] }) {
  const { rails: t } = useCompanyTexts();
  return (
    <fieldset className={styles.group} disabled={isFixed}>
      <legend>{t.reminders.title}</legend>
      <ReminderDaysField
        label={t.reminders.days}
        description={t.reminders.most({ most: MAX_REMINDERS })}
        dayText={t.reminders.day}
        before={before}
        days={daysOfText(own.reminders)}
        onChange={(days) => change('own', { reminders: textOfDays(days) })}
      />
    </fieldset>
  );
}
