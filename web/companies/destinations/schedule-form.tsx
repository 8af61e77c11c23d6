import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import type { PayoutSchedule } from '../../api/payouts.ts';
import { useFormats } from '../../i18n/formats.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { dayOf } from '../../ui/lists/periods.ts';
import { toast } from '../../ui/page/toasts.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { businessNow } from '../../ui/values/business-clock.ts';
import { useDestinationText } from '../../ui/values/destination-text.ts';
import styles from './destinations.module.css';
import { useDestinationTexts } from './destinations.texts.ts';
import { NextRuns, RUNS_FROM } from './next-runs.tsx';
import {
  bodyOf,
  CHOICES,
  draftOf,
  figureOf,
  runsOf,
  type ScheduleDraft,
  type ScheduleProps,
} from './schedule-draft.ts';

const LONGEST_MONTH = 31;

/** Shows the next three runs while it is being changed, by the rules that the interface saves by. */
export function ScheduleForm({ company, destinations, schedule, terms }: ScheduleProps) {
  const { schedule: t } = useDestinationTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const lineOf = useDestinationText();
  const usable = destinations.filter(({ status, id }) => status === 'USABLE' || id === schedule.destination_id);
  const before = draftOf(schedule, usable[0]?.id ?? null);
  const [draft, setDraft] = useState<ScheduleDraft>(before);
  const change = (changes: Partial<ScheduleDraft>) => setDraft({ ...draft, ...changes });
  const save = useSaving(company.id, draft);
  const isSame = JSON.stringify(bodyOf(draft)) === JSON.stringify(bodyOf(before));
  const isManual = draft.rhythm === 'manual';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className={styles.fields}>
        <NativeSelect
          label={t.rhythm}
          value={draft.rhythm}
          data={CHOICES.map((value) => ({ value, label: t.rhythms[value] }))}
          onChange={({ currentTarget }) => change({ rhythm: currentTarget.value as ScheduleDraft['rhythm'] })}
        />
        {draft.rhythm === 'weekly' && (
          <NativeSelect
            label={t.weekday}
            value={String(draft.weekday)}
            data={Object.entries(t.weekdays).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) })}
          />
        )}
        {draft.rhythm === 'monthly' && (
          <NativeSelect
            label={t.monthday}
            description={t.monthdayText}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={String(draft.monthday)}
            data={Array.from({ length: LONGEST_MONTH }, (_, index) => String(index + 1))}
            onChange={({ currentTarget }) => change({ monthday: Number(currentTarget.value) })}
          />
        )}
        {!isManual && (
          <>
            <NativeSelect
              label={t.destination}
              value={String(draft.destinationId ?? '')}
              data={[
                ...(draft.destinationId === null ? [{ value: '', label: t.choose }] : []),
                ...usable.map((one) => ({ value: String(one.id), label: lineOf(one) })),
              ]}
              onChange={({ currentTarget }) => change({ destinationId: Number(currentTarget.value) || null })}
            />
            <MoneyField label={t.minimum} value={draft.minimum} onChange={(minimum) => change({ minimum })} />
            <MoneyField label={t.keep} value={draft.keep} onChange={(keep) => change({ keep })} />
          </>
        )}
      </div>
      {!isManual && <Preview draft={draft} isSame={isSame} {...{ company, schedule, terms }} />}
      {save.error && <p role="alert">{textOf(save.error)}</p>}
      <Button type="submit" loading={save.isPending} disabled={isSame || (!isManual && draft.destinationId === null)}>
        {ui.save}
      </Button>
    </form>
  );
}

function useSaving(companyId: number, draft: ScheduleDraft) {
  const { schedule: t } = useDestinationTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const body = bodyOf(draft);
      const path = `/companies/${companyId}/payout-schedule`;
      return body === null ? call(path, { method: 'DELETE' }) : call<PayoutSchedule>(path, { method: 'PUT', body });
    },
    onSuccess: () => {
      toast(t.saved);
      return queries.invalidateQueries({ queryKey: ['payouts'] });
    },
  });
}

interface PreviewProps extends Pick<ScheduleProps, 'company' | 'schedule' | 'terms'> {
  draft: ScheduleDraft;
  isSame: boolean;
}

function Preview({ draft, isSame, company, schedule, terms }: PreviewProps) {
  const { schedule: t } = useDestinationTexts();
  const { money, time } = useFormats();
  const now = businessNow();
  const today = { day: dayOf(now), isBegun: time(new Date(now).toISOString()) >= RUNS_FROM };
  const days = isSame ? schedule.next_runs.map(({ day }) => day) : runsOf(draft, today, schedule.runs[0]?.day);
  const figure = figureOf(draft, company.balance.available, terms);
  return (
    <div className={styles.next} aria-live="polite">
      <NextRuns days={days} />
      <p>{figure === null ? t.tooLittle : t.figure({ amount: money(figure) })}</p>
      {terms.needs_approval && <p>{t.approval}</p>}
      {!isSame && <p>{t.previewOnly}</p>}
    </div>
  );
}
