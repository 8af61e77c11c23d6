import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './payments.pt-br.ts';

export const usePaymentTexts = textsOf(ptBr, () => import('./payments.en.ts'));
