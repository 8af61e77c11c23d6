import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './security.pt-br.ts';

export const useSecurityTexts = textsOf(ptBr, () => import('./security.en.ts'));
