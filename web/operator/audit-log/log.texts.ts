import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './log.pt-br.ts';

export const useLogTexts = textsOf(ptBr, () => import('./log.en.ts'));
