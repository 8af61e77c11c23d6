import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { MoneyField } from '../ui/money-field.tsx';
import type { DraftProps } from './draft-props.ts';
import type { DraftItem } from './link-draft.ts';
import styles from './links.module.css';
import { useLinkTexts } from './links.texts.ts';

const MOST_ITEMS = 100;

export function LinkItems(props: DraftProps) {
  const { form: t } = useLinkTexts();
  const { draft, onChange, problemAt } = props;
  const add = () => {
    const key = Math.max(...draft.items.map((item) => item.key)) + 1;
    onChange({ items: [...draft.items, { key, name: '', quantity: 1, priceCents: null }] });
  };
  return (
    <>
      {draft.items.map((item) => (
        <ItemRow key={item.key} {...props} item={item} />
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={draft.items.length >= MOST_ITEMS}
          onClick={add}
        >
          {t.add}
        </Button>
      </div>
      <Checkbox
        label={t.units}
        checked={draft.hasQuantity}
        onChange={({ currentTarget }) => onChange({ hasQuantity: currentTarget.checked })}
      />
      {draft.hasQuantity && (
        <TextInput
          label={t.maxUnits}
          type="number"
          min={2}
          value={draft.maxUnits}
          error={problemAt('maxUnits')}
          onChange={({ currentTarget }) => onChange({ maxUnits: currentTarget.value })}
        />
      )}
    </>
  );
}

function ItemRow({ draft, onChange, problemAt, item }: DraftProps & { item: DraftItem }) {
  const { form: t } = useLinkTexts();
  const change = (changes: Partial<DraftItem>) =>
    onChange({ items: draft.items.map((one) => (one.key === item.key ? { ...one, ...changes } : one)) });
  return (
    <div className={styles.itemRow}>
      <TextInput
        label={t.item}
        maxLength={200}
        value={item.name}
        error={problemAt(`item ${item.key}`)}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextInput
        label={t.quantity}
        type="number"
        min={1}
        value={Number.isNaN(item.quantity) ? '' : item.quantity}
        error={problemAt(`quantity ${item.key}`)}
        onChange={({ currentTarget }) => change({ quantity: currentTarget.valueAsNumber })}
      />
      <MoneyField
        label={t.price}
        value={item.priceCents}
        error={problemAt(`price ${item.key}`)}
        onChange={(priceCents) => change({ priceCents })}
      />
      {draft.items.length > 1 && (
        <ActionIcon
          variant="subtle"
          size={36}
          mt={20}
          aria-label={t.remove({ name: item.name || t.item })}
          onClick={() => onChange({ items: draft.items.filter(({ key }) => key !== item.key) })}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}
