import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '../page/icons.ts';
import { useUiTexts } from '../ui.texts.ts';
import { type DraftItem, MOST_ITEMS, withNewItem } from './item-draft.ts';
import styles from './item-lines.module.css';
import { MoneyField } from './money-field.tsx';

interface ItemLinesProps {
  items: readonly DraftItem[];
  onChange: (items: DraftItem[]) => void;
  /** What is wrong at `item 1`, `quantity 1` or `price 1`, in words. */
  problemAt: (field: string) => string | undefined;
}

/** What is sold, a line for each. */
export function ItemLines({ items, onChange, problemAt }: ItemLinesProps) {
  const { items: t } = useUiTexts();
  const change = (key: number, changes: Partial<DraftItem>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  return (
    <div className={styles.lines}>
      {items.map(({ key, name, quantity, priceCents }) => (
        <div key={key} className={styles.line}>
          <TextInput
            label={t.item}
            maxLength={200}
            value={name}
            error={problemAt(`item ${key}`)}
            onChange={({ currentTarget }) => change(key, { name: currentTarget.value })}
          />
          <TextInput
            label={t.quantity}
            type="number"
            min={1}
            value={Number.isNaN(quantity) ? '' : quantity}
            error={problemAt(`quantity ${key}`)}
            onChange={({ currentTarget }) => change(key, { quantity: currentTarget.valueAsNumber })}
          />
          <MoneyField
            label={t.price}
            value={priceCents}
            error={problemAt(`price ${key}`)}
            onChange={(cents) => change(key, { priceCents: cents })}
          />
          {items.length > 1 && (
            <ActionIcon
              variant="subtle"
              size={36}
              mt={20}
              aria-label={t.remove({ name: name || t.item })}
              onClick={() => onChange(items.filter((item) => item.key !== key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        className={styles.add ?? ''}
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        disabled={items.length >= MOST_ITEMS}
        onClick={() => onChange(withNewItem(items))}
      >
        {t.add}
      </Button>
    </div>
  );
}
