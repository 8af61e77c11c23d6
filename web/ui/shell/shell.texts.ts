import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './shell.pt-br.ts';

export const useShellTexts = textsOf(ptBr, () => import('./shell.en.ts'));
