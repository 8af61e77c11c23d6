import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './companies.pt-br.ts';

export const useCompanyTexts = textsOf(ptBr, () => import('./companies.en.ts'));
