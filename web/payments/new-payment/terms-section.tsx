import { ActionIcon, Button, Group, Stack, Table, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Slip } from '../../../src/gateway/boleto-terms/figures.rules.ts';
import { useFormats } from '../../i18n/formats.ts';
import type { DraftProps } from '../../ui/forms/draft-form.ts';
import { FigureField } from '../../ui/forms/figure-field.tsx';
import { NO_LATE_TERMS, USUAL_LATE_TERMS } from '../../ui/forms/late-terms.ts';
import { LateTermsFields } from '../../ui/forms/late-terms-fields.tsx';
import { IconPlus, IconTrash } from '../../ui/page/icons.ts';
import styles from '../payments.module.css';
import { usePaymentTexts } from '../payments.texts.ts';
import { type OrderDraft, totalOf } from './order-draft.ts';
import {
  type DiscountDraft,
  daysOfPayment,
  dueDateOf,
  MOST_DISCOUNTS,
  slipOfDraft,
  type TermsDraft,
  withNewDiscount,
} from './terms-draft.ts';
import { termsInWords } from './terms-words.ts';

interface TermsSectionProps extends DraftProps<OrderDraft> {
  /** In São Paulo, by the clock of the service. */
  today: string;
}

/** Closed, it says in one line what was chosen; open, it has choices first, and fields for whoever wants others. */
export function TermsSection({ draft: { terms, ...draft }, onChange, problemAt, today }: TermsSectionProps) {
  const { terms: t } = usePaymentTexts();
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const [isAdjusting, setIsAdjusting] = useState(false);
  const total = totalOf({ terms, ...draft });
  const slip = slipOfDraft(terms, total, today);
  const change = (changes: Partial<TermsDraft>) => onChange({ terms: { ...terms, ...changes } });
  const hasProblem = fieldsOf(terms).some((field) => problemAt(field) !== undefined);
  return (
    <details
      className={styles.terms}
      open={isOpen || hasProblem}
      onToggle={({ currentTarget, target }) => currentTarget === target && setIsOpen(currentTarget.open)}
    >
      <summary>
        <Title order={2} size="16px" lh="24px" component="span">
          {t.title}
        </Title>
        <span className={styles.termsLine}>{slip ? termsInWords(slip, t, formats) : t.wrong}</span>
      </summary>
      <Stack gap="sm">
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => change({ ...NO_LATE_TERMS, discounts: [] })}>
            {t.presets.none}
          </Button>
          <Button variant="default" size="xs" onClick={() => change(USUAL_LATE_TERMS)}>
            {t.presets.usual}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={terms.discounts.length >= MOST_DISCOUNTS}
            onClick={() => {
              change({ discounts: withNewDiscount(terms, today) });
              setIsAdjusting(true);
            }}
          >
            {t.presets.discount}
          </Button>
        </Group>
        <details open={isAdjusting || hasProblem} onToggle={({ currentTarget }) => setIsAdjusting(currentTarget.open)}>
          <summary>{t.adjust}</summary>
          <Adjusting terms={terms} change={change} problemAt={problemAt} today={today} />
        </details>
        {slip && total > 0 && <WhatIsPaid slip={slip} today={today} />}
      </Stack>
    </details>
  );
}

const fieldsOf = ({ discounts }: TermsDraft) => [
  'dueDate',
  'fine',
  'interest',
  'payableDays',
  ...discounts.flatMap(({ key }) => [`until ${key}`, `discount ${key}`]),
];

interface AdjustingProps {
  terms: TermsDraft;
  change: (changes: Partial<TermsDraft>) => void;
  problemAt: (field: string) => string | undefined;
  today: string;
}

function Adjusting({ terms, change, problemAt, today }: AdjustingProps) {
  const { terms: t, create } = usePaymentTexts();
  const changeOne = (key: number, changes: Partial<DiscountDraft>) =>
    change({ discounts: terms.discounts.map((one) => (one.key === key ? { ...one, ...changes } : one)) });
  return (
    <Stack gap="sm" mt="xs">
      <div className={styles.pair}>
        <TextInput
          type="date"
          label={create.due}
          min={today}
          value={terms.dueDate === '' ? dueDateOf(terms, today) : terms.dueDate}
          error={problemAt('dueDate')}
          onChange={({ currentTarget }) => change({ dueDate: currentTarget.value })}
        />
        <LateTermsFields late={terms} onChange={change} problemAt={problemAt} />
      </div>
      {terms.discounts.map(({ key, until, unit, value }, index) => (
        <div key={key} className={styles.discount}>
          <FigureField
            label={t.discount({ number: String(index + 1) })}
            value={{ unit, value }}
            error={problemAt(`discount ${key}`)}
            onChange={(figure) => changeOne(key, figure)}
          />
          <TextInput
            type="date"
            label={t.until({ number: String(index + 1) })}
            min={today}
            value={until}
            error={problemAt(`until ${key}`)}
            onChange={({ currentTarget }) => changeOne(key, { until: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            size={36}
            mt={20}
            aria-label={t.removeDiscount({ number: String(index + 1) })}
            onClick={() => change({ discounts: terms.discounts.filter((one) => one.key !== key) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {terms.discounts.length < MOST_DISCOUNTS && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => change({ discounts: withNewDiscount(terms, today) })}
          >
            {t.addDiscount}
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** By the same rules as the service's own figures. */
function WhatIsPaid({ slip, today }: { slip: Slip; today: string }) {
  const { terms: t } = usePaymentTexts();
  const { money, dayAndMonth } = useFormats();
  return (
    <Table aria-label={t.table} captionSide="top">
      <Table.Caption>{t.table}</Table.Caption>
      <Table.Tbody>
        {daysOfPayment(slip, today).map(({ when, day, figures }) => (
          <Table.Tr key={when}>
            <Table.Th scope="row" fw={400}>
              {t.when[when]} <span className={styles.muted}>{dayAndMonth(day)}</span>
            </Table.Th>
            <Table.Td ta="right">{figures ? money(figures.amountDueCents) : t.over}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
