import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './account.pt-br.ts';

export const useAccountTexts = textsOf(ptBr, () => import('./account.en.ts'));
