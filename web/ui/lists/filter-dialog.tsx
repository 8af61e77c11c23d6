import { Button, Checkbox, Fieldset, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MoneyField } from '../forms/money-field.tsx';
import { type Query, useAddress, withChanges } from '../page/address.ts';
import { useUiTexts } from '../ui.texts.ts';
import { businessNow } from '../values/business-clock.ts';
import { type Filter, namesOf, readFilter } from './filters.ts';
import { PERIOD_NAMES, periodOf } from './periods.ts';

interface FieldProps {
  filter: Filter;
  draft: Query;
  onChange: (draft: Query) => void;
}

/** All filters of a list in one place; nothing takes effect before "apply", and closing changes nothing. */
export function FilterDialog({ filters, onClose }: { filters: readonly Filter[]; onClose: () => void }) {
  const t = useUiTexts();
  const address = useAddress();
  const [draft, setDraft] = useState<Query>(() =>
    Object.assign({}, ...filters.map((filter) => readFilter(filter, address.query))),
  );
  const apply = () => {
    const names = filters.flatMap(namesOf);
    address.change({ ...Object.fromEntries(names.map((name) => [name, draft[name] ?? null])), page: null });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t.filters.add} closeButtonProps={{ 'aria-label': t.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Stack gap="md">
          {filters.map((filter) => (
            <FilterField key={filter.key} filter={filter} draft={draft} onChange={setDraft} />
          ))}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => setDraft({})}>
            {t.filters.clear}
          </Button>
          <Button type="submit">{t.filters.apply}</Button>
        </Group>
      </form>
    </Modal>
  );
}

function FilterField(props: FieldProps) {
  const { filter, draft, onChange } = props;
  if (filter.kind === 'choices')
    return (
      <Checkbox.Group
        label={filter.label}
        value={[draft[filter.key] ?? []].flat() as string[]}
        onChange={(values) => onChange(withChanges(draft, { [filter.key]: values }))}
      >
        <Group mt="xs" gap="md">
          {filter.options.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
    );
  if (filter.kind === 'choice')
    return (
      <NativeSelect
        label={filter.label}
        value={[draft[filter.key] ?? ''].flat()[0] ?? ''}
        data={[{ value: '', label: '–' }, ...filter.options]}
        onChange={({ currentTarget: { value } }) => onChange(withChanges(draft, { [filter.key]: value }))}
      />
    );
  if (filter.kind === 'text')
    return (
      <TextInput
        label={filter.label}
        value={[draft[filter.key] ?? ''].flat()[0] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(withChanges(draft, { [filter.key]: value }))}
      />
    );
  return filter.kind === 'period' ? (
    <PeriodField {...props} filter={filter} />
  ) : (
    <AmountField {...props} filter={filter} />
  );
}

function PeriodField({ filter, draft, onChange }: FieldProps & { filter: Filter & { kind: 'period' } }) {
  const t = useUiTexts();
  const dayIn = (name: string) => [draft[name] ?? ''].flat()[0]?.slice(0, 10) ?? '';
  return (
    <Fieldset legend={filter.label}>
      <Group gap={4} mb="xs">
        {PERIOD_NAMES.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            onClick={() => {
              const { start, end } = periodOf(name, businessNow());
              onChange(withChanges(draft, { [filter.start]: start, [filter.end]: end }));
            }}
          >
            {t.filters[name]}
          </Button>
        ))}
      </Group>
      <Group grow>
        {([filter.start, filter.end] as const).map((name, index) => (
          <TextInput
            key={name}
            type="date"
            label={index === 0 ? t.filters.from : t.filters.to}
            value={dayIn(name)}
            onChange={({ currentTarget: { value } }) => onChange(withChanges(draft, { [name]: value }))}
          />
        ))}
      </Group>
    </Fieldset>
  );
}

function AmountField({ filter, draft, onChange }: FieldProps & { filter: Filter & { kind: 'amount' } }) {
  const t = useUiTexts();
  const centsIn = (name: string) => (draft[name] === undefined ? null : Number([draft[name]].flat()[0]));
  return (
    <Fieldset legend={filter.label}>
      <Group grow align="flex-start">
        {([filter.start, filter.end] as const).map((name, index) => (
          <MoneyField
            key={name}
            label={index === 0 ? t.filters.minimum : t.filters.maximum}
            value={centsIn(name)}
            onChange={(cents) => onChange(withChanges(draft, { [name]: cents === null ? null : String(cents) }))}
          />
        ))}
      </Group>
    </Fieldset>
  );
}
