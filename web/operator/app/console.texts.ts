import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './console.pt-br.ts';

export const useConsoleTexts = textsOf(ptBr, () => import('./console.en.ts'));
