import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './refunds.pt-br.ts';

export const useRefundTexts = textsOf(ptBr, () => import('./refunds.en.ts'));
