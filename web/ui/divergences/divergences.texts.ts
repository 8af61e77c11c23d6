import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './divergences.pt-br.ts';

export const useDivergenceTexts = textsOf(ptBr, () => import('./divergences.en.ts'));
