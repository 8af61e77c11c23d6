import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './receipts.pt-br.ts';

export const useReceiptTexts = textsOf(ptBr, () => import('./receipts.en.ts'));
