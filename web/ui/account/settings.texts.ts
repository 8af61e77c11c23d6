import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './settings.pt-br.ts';

export const useSettingsTexts = textsOf(ptBr, () => import('./settings.en.ts'));
