import { textsOf } from '../i18n/texts.ts';
import { ptBr } from './webhooks.pt-br.ts';

export const useWebhookTexts = textsOf(ptBr, () => import('./webhooks.en.ts'));
