import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './log.pt-br.ts';

export const en = {
  title: 'Action log',
  merchant: 'Id of the merchant',
  own: 'Of the installation. For that of a merchant, filter by its id.',
  ofMerchant: ({ id }) => `Of merchant ${id}, with people masked.`,
} satisfies Messages<typeof ptBr>;
