import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_REMINDERS } from '../../src/parties/companies/reminder-limits.rules.ts';
import { useErrorText } from '../api/error-text.ts';
import { useCan } from '../api/session.ts';
import { ReminderDaysField } from '../ui/forms/reminder-days-field.tsx';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import styles from './companies.module.css';
import { type Establishment, saveReminders } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';

/** On which days payers of boletos are reminded, and the way to change it. */
export function RemindersSection({ company }: { company: Establishment }) {
  const { reminders: t } = useCompanyTexts();
  const canManage = useCan('manage');
  return (
    <Section title={t.title}>
      <p>{t.text}</p>
      <ul className={styles.rules}>
        {t.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {canManage ? <DaysForm company={company} /> : <DaysText days={company.reminder_days} />}
    </Section>
  );
}

function DaysText({ days }: { days: readonly number[] }) {
  const { reminders: t } = useCompanyTexts();
  return <p>{days.length === 0 ? t.none : days.map((one) => t.day({ days: one })).join(', ')}</p>;
}

function DaysForm({ company }: { company: Establishment }) {
  const { reminders: t } = useCompanyTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const [days, setDays] = useState(company.reminder_days);
  const save = useMutation({
    mutationFn: () => saveReminders(company.id, days),
    onSuccess: () => {
      toast(t.saved);
      return queries.invalidateQueries({ queryKey: ['companies'] });
    },
  });
  const isSame =
    days.length === company.reminder_days.length && days.every((one) => company.reminder_days.includes(one));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <ReminderDaysField
        label={t.days}
        description={t.most({ most: MAX_REMINDERS })}
        dayText={t.day}
        error={save.error ? textOf(save.error) : undefined}
        before={company.reminder_days}
        days={days}
        onChange={setDays}
      />
      <Button type="submit" loading={save.isPending} disabled={isSame}>
        {ui.save}
      </Button>
    </form>
  );
}
