import { textsOf } from '../i18n/texts.ts';
import { ptBr } from './ledger.pt-br.ts';

export const useLedgerTexts = textsOf(ptBr, () => import('./ledger.en.ts'));
