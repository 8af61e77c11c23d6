import { textsOf } from '../i18n/texts.ts';
import { ptBr } from './sandbox.pt-br.ts';

export const useSandboxTexts = textsOf(ptBr, () => import('./sandbox.en.ts'));
