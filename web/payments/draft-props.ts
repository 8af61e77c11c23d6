import type { OrderDraft } from './order-draft.ts';

/** What each part of the form gets. */
export interface DraftProps {
  draft: OrderDraft;
  onChange: (changes: Partial<OrderDraft>) => void;
  /** What is wrong at a field, in words; nothing before the first try. */
  problemAt: (field: string) => string | undefined;
}
