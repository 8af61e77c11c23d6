import { useFormats } from '../../i18n/formats.ts';
import type { SplitTerms } from './split-terms-fields.tsx';

const ALL_BASIS_POINTS = 10_000;

/** What a participant gets, as it was agreed: `12,5%` or `R$ 5,00`. */
export function useShareText(): (participant: Pick<SplitTerms, 'type' | 'amountSplit'>) => string {
  const { money, percent } = useFormats();
  return ({ type, amountSplit }) => (type === 'FIXED' ? money(amountSplit) : percent(amountSplit / ALL_BASIS_POINTS));
}
