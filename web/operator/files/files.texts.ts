import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './files.pt-br.ts';

export const useFileTexts = textsOf(ptBr, () => import('./files.en.ts'));
