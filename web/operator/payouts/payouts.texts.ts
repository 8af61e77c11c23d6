import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './payouts.pt-br.ts';

export const usePayoutTexts = textsOf(ptBr, () => import('./payouts.en.ts'));
