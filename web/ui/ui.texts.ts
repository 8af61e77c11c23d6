import { textsOf } from '../i18n/texts.ts';
import { ptBr } from './ui.pt-br.ts';

export const useUiTexts = textsOf(ptBr, () => import('./ui.en.ts'));
