/** A line of what is sold, as it is typed. */
export interface DraftItem {
  key: number;
  name: string;
  quantity: number;
  priceCents: number | null;
}

export type ItemProblem = 'item' | 'quantity' | 'price';

export const MAX_QUANTITY = 999_999;
export const MOST_ITEMS = 100;

export const firstItem = (): DraftItem => ({ key: 1, name: '', quantity: 1, priceCents: null });

export function withNewItem(items: readonly DraftItem[]): DraftItem[] {
  const key = Math.max(0, ...items.map((item) => item.key)) + 1;
  return [...items, { ...firstItem(), key }];
}

export function sumOfItems(items: readonly DraftItem[]): number {
  return items.reduce((sum, { quantity, priceCents }) => sum + quantity * (priceCents ?? 0), 0);
}

/** What is wrong, by the field it stands at: `item 1`, `quantity 1`, `price 1`. */
export function problemsOfItems(items: readonly DraftItem[]): [string, ItemProblem][] {
  return items.flatMap(({ key, name, quantity, priceCents }) => {
    const isCount = Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
    const wrong: (ItemProblem | false)[] = [
      name.trim() === '' && 'item',
      !isCount && 'quantity',
      priceCents === null && 'price',
    ];
    return wrong
      .filter((problem) => problem !== false)
      .map((problem): [string, ItemProblem] => [`${problem} ${key}`, problem]);
  });
}

/** As the interface wants them. */
export function bodyOfItems(items: readonly DraftItem[]) {
  return items.map(({ name, quantity, priceCents }) => ({ name: name.trim(), quantity, price: priceCents }));
}

export function filledForTest(items: readonly DraftItem[], priceCents: number): DraftItem[] {
  return items.map((item) => ({ ...item, name: item.name || 'Camiseta', priceCents: item.priceCents ?? priceCents }));
}
