import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './users.pt-br.ts';

export const useUserTexts = textsOf(ptBr, () => import('./users.en.ts'));
