import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './comparisons.pt-br.ts';

export const useComparisonTexts = textsOf(ptBr, () => import('./comparisons.en.ts'));
