import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './team.pt-br.ts';

export const useTeamTexts = textsOf(ptBr, () => import('./team.en.ts'));
