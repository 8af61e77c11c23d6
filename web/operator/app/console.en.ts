import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './console.pt-br.ts';

export const en = {
  mark: 'Operations',
  groups: { clients: 'Clients', money: 'Money', banks: 'Banks', house: 'House' },
  pages: {
    home: 'Today',
    merchants: 'Merchants',
  },
  roles: { ADMIN: 'Administration', FINANCE: 'Finance', SUPPORT: 'Support' },
  sandbox: { title: 'Test environment', text: 'no real money' },
  palette: { title: 'Search pages and actions', placeholder: 'Page or action' },
} satisfies Messages<typeof ptBr>;
