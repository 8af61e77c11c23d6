import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Address, useAddress } from '../page/address.ts';
import { useUiTexts } from '../ui.texts.ts';
import { businessNow } from '../values/business-clock.ts';
import styles from './period-picker.module.css';
import { PERIOD_NAMES, type Period, type PeriodName, periodOf } from './periods.ts';

/** While a year is typed, the field says 0002, 0020, 0202: none of them is meant. */
const DAY = /^20\d{2}-\d{2}-\d{2}$/;
const STANDARD: PeriodName = 'last30';
const CUSTOM = 'custom';

/** A name stays what it says tomorrow; days that were chosen stay those days. */
export function readPeriod({ one }: Pick<Address, 'one'>, nowMs: number): Period & { name: PeriodName | null } {
  const [start, end] = [dayIn(one('from')), dayIn(one('to'))];
  if (start || end) {
    const [from, to] = [start ?? end ?? '', end ?? start ?? ''];
    return from <= to ? { start: from, end: to, name: null } : { start: to, end: from, name: null };
  }
  const name = PERIOD_NAMES.find((known) => known === one('period')) ?? STANDARD;
  return { ...periodOf(name, nowMs), name };
}

function dayIn(text: string | undefined): string | undefined {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

export function usePeriod(): Period & { name: PeriodName | null } {
  return readPeriod(useAddress(), businessNow());
}

/** Writes `period`, or `from` and `to`, into the address. */
export function PeriodPicker() {
  const { filters: t } = useUiTexts();
  const address = useAddress();
  const { start, end, name } = usePeriod();
  const choose = (value: string) =>
    value === CUSTOM
      ? address.change({ period: null, from: start, to: end, page: null })
      : address.change({ period: value === STANDARD ? null : value, from: null, to: null, page: null });
  const changeDay = (key: 'from' | 'to') => (day: string) =>
    address.change({ from: start, to: end, [key]: day, page: null }, { replace: true });
  return (
    <div className={styles.picker}>
      <NativeSelect
        aria-label={t.period}
        value={name ?? CUSTOM}
        data={[...PERIOD_NAMES.map((one) => ({ value: one, label: t[one] })), { value: CUSTOM, label: t.custom }]}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {name === null && (
        <>
          <DayField label={t.from} day={start} onChange={changeDay('from')} />
          <DayField label={t.to} day={end} onChange={changeDay('to')} />
        </>
      )}
    </div>
  );
}

/** Holds what is typed until it is a day. */
function DayField({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const [draft, setDraft] = useState(day);
  // Back, or the other field, may change the day.
  useEffect(() => setDraft(day), [day]);
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={draft}
      onChange={({ currentTarget: { value } }) => {
        setDraft(value);
        if (dayIn(value)) onChange(value);
      }}
    />
  );
}
