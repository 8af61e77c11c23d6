import { textsOf } from '../i18n/texts.ts';
import { ptBr } from './events.pt-br.ts';

export const useEventTexts = textsOf(ptBr, () => import('./events.en.ts'));
