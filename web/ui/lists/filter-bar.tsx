import { Button, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useAddress } from '../page/address.ts';
import { IconFilter, IconSearch, IconX } from '../page/icons.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from './filter-bar.module.css';
import { clearing, describeFilter, type Filter, namesOf, readFilters } from './filters.ts';

const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }));

const TYPING_MS = 300;

interface FilterBarProps {
  filters: readonly Filter[];
  /** Shows a search field that writes `q` into the address. */
  searchLabel?: string;
  children?: ReactNode;
}

/** What a list is filtered by, each part removable. Everything is read from the address and written there. */
export function FilterBar({ filters, searchLabel, children }: FilterBarProps) {
  const t = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        {searchLabel && <SearchField label={searchLabel} />}
        {filters.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden="true" />}
            onClick={() => setIsOpen(true)}
            data-shortcut="f"
          >
            {t.filters.add}
          </Button>
        )}
        {children}
      </div>
      <Chips filters={filters} />
      {isOpen && (
        <Suspense fallback={null}>
          <FilterDialog filters={filters} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Chips({ filters }: { filters: readonly Filter[] }) {
  const t = useUiTexts();
  const formats = useFormats();
  const address = useAddress();
  const { ignored } = readFilters(filters, address.query);
  const chips = filters.flatMap((filter) => {
    const words = describeFilter(filter, address.query, t.filters, formats);
    return words === null ? [] : [{ label: filter.label, words, names: namesOf(filter) }];
  });
  if (chips.length === 0 && ignored.length === 0) return null;
  const remove = (names: readonly string[]) =>
    address.change({ ...Object.fromEntries(names.map((name) => [name, null])), page: null });
  return (
    <div className={styles.chips}>
      {chips.map(({ label, words, names }) => (
        <span key={label} className={styles.chip}>
          {label}: {words}
          <button type="button" aria-label={t.filters.remove({ label })} onClick={() => remove(names)}>
            <IconX size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
      {ignored.map((name) => (
        <span key={name} className={`${styles.chip} ${styles.ignored}`}>
          {t.filters.ignored({ name })}
          <button type="button" aria-label={t.filters.remove({ label: name })} onClick={() => remove([name])}>
            <IconX size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
      <button type="button" className={styles.clear} onClick={() => address.change(clearing(filters))}>
        {t.filters.clear}
      </button>
    </div>
  );
}

function SearchField({ label }: { label: string }) {
  const address = useAddress();
  const asked = address.one('q') ?? '';
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (value: string) => address.change({ q: value.trim() || null, page: null }, { replace: true });
  // The address may change by other means: Back, a chip, a saved view.
  useEffect(() => setText(asked), [asked]);
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={text}
      data-shortcut="/"
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(value), TYPING_MS);
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return;
        clearTimeout(timer.current);
        search(text);
      }}
    />
  );
}
