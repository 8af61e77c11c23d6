import { textsOf } from '../i18n/texts.ts';
import { ptBr } from './app.pt-br.ts';

export const useAppTexts = textsOf(ptBr, () => import('./app.en.ts'));
