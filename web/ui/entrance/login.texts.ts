import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './login.pt-br.ts';

export const useLoginTexts = textsOf(ptBr, () => import('./login.en.ts'));
