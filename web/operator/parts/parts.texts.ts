import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './parts.pt-br.ts';

export const usePartTexts = textsOf(ptBr, () => import('./parts.en.ts'));
