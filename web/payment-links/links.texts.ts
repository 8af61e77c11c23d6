import { textsOf } from '../i18n/texts.ts';
import { ptBr } from './links.pt-br.ts';

export const useLinkTexts = textsOf(ptBr, () => import('./links.en.ts'));
