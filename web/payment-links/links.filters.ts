import type { Filter } from '../ui/lists/filters.ts';
import { useLinkTexts } from './links.texts.ts';

export function useLinkFilters(): readonly Filter[] {
  const { filters: t, status } = useLinkTexts();
  const options = (['ACTIVE', 'SOLD_OUT', 'EXPIRED', 'DISABLED'] as const).map((value) => ({
    value,
    label: status[value],
  }));
  return [{ kind: 'choice', key: 'status', label: t.status, options }];
}
