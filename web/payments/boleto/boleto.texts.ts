import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './boleto.pt-br.ts';

export const useBoletoTexts = textsOf(ptBr, () => import('./boleto.en.ts'));
