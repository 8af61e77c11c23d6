import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './audit-log.pt-br.ts';

export const useAuditTexts = textsOf(ptBr, () => import('./audit-log.en.ts'));
