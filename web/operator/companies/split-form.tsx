import { Button, TextInput } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { IconPlus, IconTrash } from '../../ui/page/icons.ts';
import { Section } from '../../ui/page/section.tsx';
import { useShareText } from '../../ui/splits/share-text.ts';
import { SplitTermsFields } from '../../ui/splits/split-terms-fields.tsx';
import { useUiTexts } from '../../ui/ui.texts.ts';
import { useCan } from '../app/session.ts';
import { ChangeBar } from './change-bar.tsx';
import styles from './companies.module.css';
import { type Company, changeTerms, companyQuery } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';
import { divideAmong, isId, isSameSplit, linesOf, newLine, type SplitLine, splitChange } from './split-draft.ts';

const EXAMPLE_CENTS = 10_000;

/** Who receives what of every payment: the whole split is changed at once, and shown with figures before. */
export function SplitForm({ company }: { company: Company }) {
  const { split: t } = useCompanyTexts();
  const shareText = useShareText();
  const mayChange = useCan('terms');
  const before = linesOf(company);
  const [lines, setLines] = useState<readonly SplitLine[]>(before);
  const nameOf = useNames(company, lines);
  const change = (key: number, changes: Partial<SplitLine>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  const textOf = (all: readonly SplitLine[]) =>
    all.map((line) => `${nameOf(Number(line.id)) || line.id}: ${shareText(line)}`).join('; ') || t.none;
  return (
    <>
      <Section title={t.title}>
        <p>{t.text}</p>
        <fieldset className={styles.group} disabled={!mayChange}>
          {lines.length === 0 && <p>{t.none}</p>}
          {lines.map((line) => (
            <LineFields
              key={line.key}
              line={line}
              onChange={(changes) => change(line.key, changes)}
              onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
            />
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setLines([...lines, newLine(lines)])}
          >
            {t.add}
          </Button>
        </fieldset>
        <Example company={company} lines={lines} nameOf={nameOf} />
      </Section>
      <ChangeBar
        mayChange={mayChange}
        changes={isSameSplit(before, lines) ? [] : [{ what: t.what, before: textOf(before), after: textOf(lines) }]}
        isReadable={lines.every(({ id }) => isId(id))}
        text={t.counts}
        onUndo={() => setLines(before)}
        onSave={(reason) => changeTerms(company.id, splitChange(lines), reason)}
      />
    </>
  );
}

interface LineFieldsProps {
  line: SplitLine;
  onChange: (changes: Partial<SplitLine>) => void;
  onRemove: () => void;
}

function LineFields({ line, onChange, onRemove }: LineFieldsProps) {
  const { split: t } = useCompanyTexts();
  const known = useQuery({ ...companyQuery(line.id), enabled: isId(line.id), retry: false });
  const name = known.data?.name ?? '';
  return (
    <div className={styles.line}>
      <TextInput
        label={t.participant}
        inputMode="numeric"
        autoComplete="off"
        value={line.id}
        description={name}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={known.isError ? t.unknown : undefined}
        onChange={({ currentTarget }) => onChange({ id: currentTarget.value.trim() })}
      />
      <SplitTermsFields terms={line} texts={t} onChange={onChange} />
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        aria-label={t.removeOne({ name: name || line.id })}
        onClick={onRemove}
      >
        {t.remove}
      </Button>
    </div>
  );
}

/** As the answer names them, and of those that were typed since as their own page does. */
function useNames(company: Company, lines: readonly SplitLine[]): (id: number) => string {
  const typed = lines.map(({ id }) => id).filter(isId);
  const found = useQueries({ queries: typed.map((id) => ({ ...companyQuery(id), retry: false })) });
  const names = new Map([
    ...company.split.map(({ company_id, name }) => [company_id, name] as const),
    ...found.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])),
  ]);
  return (id) => names.get(id) ?? '';
}

interface ExampleProps {
  company: Company;
  lines: readonly SplitLine[];
  nameOf: (id: number) => string;
}

/** What becomes of 100 reais, by the rules that orders have. */
function Example({ company, lines, nameOf }: ExampleProps) {
  const { split: t } = useCompanyTexts();
  const { method } = useUiTexts();
  const { money } = useFormats();
  if (!lines.every(({ id }) => nameOf(Number(id)) !== '')) return null;
  return (
    <div role="status">
      {company.plans.map((plan) => {
        const divided = divideAmong(EXAMPLE_CENTS, company, plan, lines, nameOf);
        const parts = divided && [
          ...divided.shares.map(({ name, netCents }) => t.share({ name, amount: money(netCents) })),
          t.platform({ amount: money(divided.feeCents) }),
        ];
        return (
          <p key={plan.payment_type} className={styles.example}>
            {t.example({ amount: money(EXAMPLE_CENTS), method: method[plan.payment_type] })}{' '}
            {parts ? `${parts.join(', ')}.` : t.refused}
          </p>
        );
      })}
    </div>
  );
}
