import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './destinations.pt-br.ts';

export const useDestinationTexts = textsOf(ptBr, () => import('./destinations.en.ts'));
