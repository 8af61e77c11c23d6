import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './books.pt-br.ts';

export const useBookTexts = textsOf(ptBr, () => import('./books.en.ts'));
