import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './home.pt-br.ts';

export const useHomeTexts = textsOf(ptBr, () => import('./home.en.ts'));
