import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './api-keys.pt-br.ts';

export const useKeyTexts = textsOf(ptBr, () => import('./api-keys.en.ts'));
