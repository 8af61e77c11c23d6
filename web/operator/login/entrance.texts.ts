import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './entrance.pt-br.ts';

export const useEntranceTexts = textsOf(ptBr, () => import('./entrance.en.ts'));
