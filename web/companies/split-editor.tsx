import { Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { useSession } from '../api/session.ts';
import { MoneyField } from '../ui/forms/money-field.tsx';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { IconPlus, IconTrash } from '../ui/page/icons.ts';
import { toast } from '../ui/page/toasts.tsx';
import { useShareText } from '../ui/splits/share-text.ts';
import { NEW_TERMS, SplitTermsFields } from '../ui/splits/split-terms-fields.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Money } from '../ui/values/money.tsx';
import styles from './companies.module.css';
import { type Establishment, type SplitLine, saveSplit, simulateSplit } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/forms/confirm-dialog.tsx')).ConfirmDialog }));

const BY_TOKEN = 'token';
const EXAMPLE_CENTS = 10_000;

/** A line of the form: what is sent, and a number that stays with it while others come and go. */
interface Line extends Omit<SplitLine, 'company_id' | 'accessToken'> {
  key: number;
  name: string;
  company_id?: number | undefined;
  accessToken?: string | undefined;
}

/** The whole split is changed at once, and shown with figures before it is saved. */
export function SplitEditor({ company, onClose }: { company: Establishment; onClose: () => void }) {
  const { split: t } = useCompanyTexts();
  const ui = useUiTexts();
  const queries = useQueryClient();
  const shareText = useShareText();
  const [lines, setLines] = useState<readonly Line[]>(company.split.map((one, key) => ({ ...one, key })));
  const [isAsking, setIsAsking] = useState(false);
  const change = (key: number, changes: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  const add = () => setLines([...lines, newLine(lines)]);
  const sent = lines.map(sentLine);
  const describe = (line: Pick<Line, 'name' | 'type' | 'amountSplit'>) =>
    `${line.name || t.byToken}: ${shareText(line)}`;
  return (
    <>
      <div className={styles.lines}>
        {lines.map((line) => (
          <LineFields
            key={line.key}
            line={line}
            company={company}
            onChange={(changes) => change(line.key, changes)}
            onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
        {lines.length === 0 && <p>{t.none}</p>}
      </div>
      <div className={styles.buttons}>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
          {t.add}
        </Button>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button onClick={() => setIsAsking(true)}>{t.save}</Button>
      </div>
      <Example company={company} lines={sent} />
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={t.confirmTitle}
            action={t.save}
            onConfirm={async () => {
              await saveSplit(company.id, sent);
              await queries.invalidateQueries({ queryKey: ['companies'] });
              toast(t.saved);
              onClose();
            }}
            onClose={() => setIsAsking(false)}
          >
            <div className={styles.both}>
              <Listed title={t.before} entries={company.split.map(describe)} none={t.none} />
              <Listed title={t.after} entries={lines.map(describe)} none={t.none} />
            </div>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}

function Listed({ title, entries, none }: { title: string; entries: readonly string[]; none: string }) {
  return (
    <div>
      <strong>{title}</strong>
      <ul>
        {entries.length === 0 && <li>{none}</li>}
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  );
}

interface LineFieldsProps {
  line: Line;
  company: Establishment;
  onChange: (changes: Partial<Line>) => void;
  onRemove: () => void;
}

function LineFields({ line, company, onChange, onRemove }: LineFieldsProps) {
  const { split: t } = useCompanyTexts();
  const { companies } = useSession();
  const choices = [
    ...companies.filter(({ id }) => id !== company.id),
    ...company.split.map(({ company_id: id, name }) => ({ id, name })),
  ];
  const known = [...new Map(choices.map(({ id, name }) => [id, name]))];
  const choose = (value: string) =>
    value === BY_TOKEN
      ? onChange({ company_id: undefined, accessToken: '', name: '' })
      : onChange({
          company_id: Number(value),
          accessToken: undefined,
          name: known.find(([id]) => String(id) === value)?.[1] ?? '',
        });
  return (
    <div className={styles.line}>
      <NativeSelect
        label={t.participant}
        value={line.company_id === undefined ? BY_TOKEN : String(line.company_id)}
        data={[
          ...known.map(([id, name]) => ({ value: String(id), label: name })),
          { value: BY_TOKEN, label: t.byToken },
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {line.company_id === undefined && (
        <TextInput
          label={t.token}
          autoComplete="off"
          value={line.accessToken ?? ''}
          onChange={({ currentTarget }) => onChange({ accessToken: currentTarget.value.trim() })}
        />
      )}
      <SplitTermsFields terms={line} texts={t} onChange={onChange} />
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        aria-label={t.removeOne({ name: line.name || t.byToken })}
        onClick={onRemove}
      >
        {t.remove}
      </Button>
    </div>
  );
}

type Share = Awaited<ReturnType<typeof simulateSplit>>['split'][number];

/** The same rules as an order: what each would receive, or why the split is refused. */
function Example({ company, lines }: { company: Establishment; lines: readonly SplitLine[] }) {
  const { split: t } = useCompanyTexts();
  const { method } = useUiTexts();
  const textOf = useErrorText();
  const enabled = company.plans.filter((plan) => plan.enabled).map((plan) => plan.payment_type);
  const [type, setType] = useState<'pix' | 'invoice'>(enabled[0] ?? 'pix');
  const [total, setTotal] = useState<number | null>(EXAMPLE_CENTS);
  const isWhole = lines.every((line) => line.company_id !== undefined || line.accessToken !== '');
  const example = useQuery({
    queryKey: ['split-example', company.id, type, total, lines],
    queryFn: () => simulateSplit(company.id, { type, total: total ?? 0 }, lines),
    enabled: isWhole && total !== null && total > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const columns: readonly Column<Share>[] = [
    { key: 'name', header: t.participant, cell: ({ name }) => name },
    { key: 'share', header: t.receives, align: 'right', cell: ({ share }) => <Money cents={share} /> },
    { key: 'fee', header: t.fee, align: 'right', cell: ({ fee }) => <Money cents={fee} /> },
    { key: 'net', header: t.keeps, align: 'right', cell: ({ net }) => <Money cents={net} /> },
  ];
  return (
    <div className={styles.example}>
      <div className={styles.question}>
        <MoneyField label={t.example} value={total} onChange={setTotal} />
        <NativeSelect
          label={t.exampleBy}
          value={type}
          data={enabled.map((value) => ({ value, label: method[value] }))}
          onChange={({ currentTarget }) => setType(currentTarget.value as 'pix' | 'invoice')}
        />
      </div>
      {example.isError && <p role="alert">{textOf(example.error)}</p>}
      {example.data && !example.isError && (
        <DataTable
          caption={t.example}
          columns={columns}
          rows={example.data.split}
          rowKey={({ company_id }) => company_id}
          card={({ name, share, net }) => (
            <CardLines start={name} end={<Money cents={net} />} lines={[<Money key="share" cents={share} />]} />
          )}
        />
      )}
    </div>
  );
}

function newLine(lines: readonly Line[]): Line {
  return {
    key: Math.max(-1, ...lines.map(({ key }) => key)) + 1,
    name: '',
    accessToken: '',
    ...NEW_TERMS,
  };
}

/** Only what the interface knows, and the company by one of its two names. */
function sentLine({ key: _key, name: _name, company_id, accessToken, ...terms }: Line): SplitLine {
  return company_id === undefined ? { ...terms, accessToken: accessToken ?? '' } : { ...terms, company_id };
}
