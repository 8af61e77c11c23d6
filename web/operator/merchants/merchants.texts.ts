import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './merchants.pt-br.ts';

export const useMerchantTexts = textsOf(ptBr, () => import('./merchants.en.ts'));
