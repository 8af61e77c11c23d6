import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './days.pt-br.ts';

export const useDayTexts = textsOf(ptBr, () => import('./days.en.ts'));
