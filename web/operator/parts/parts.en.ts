import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './parts.pt-br.ts';

export const en = {
  reason: { label: 'Reason', text: 'It stays in the action log, with your name.' },
  states: { ACTIVE: 'Active', INACTIVE: 'Inactive' },
  shown: { label: 'Show', open: 'Open', all: 'All' },
  whose: { merchant: ({ id }) => `Merchant ${id}`, company: ({ id }) => `establishment ${id}` },
  yes: 'yes',
  no: 'no',
  link: 'Link to copy',
  linkText: 'This link is shown only now. Send it to the person by a safe way.',
} satisfies Messages<typeof ptBr>;
