import { textsOf } from '../i18n/texts.ts';
import { ptBr } from './customers.pt-br.ts';

export const useCustomerTexts = textsOf(ptBr, () => import('./customers.en.ts'));
