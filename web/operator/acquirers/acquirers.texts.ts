import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './acquirers.pt-br.ts';

export const useAcquirerTexts = textsOf(ptBr, () => import('./acquirers.en.ts'));
