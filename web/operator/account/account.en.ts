import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './account.pt-br.ts';

export const en = {
  title: 'Settings',
  who: 'Who you are here',
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  passwordText: 'A new password ends your other sessions.',
  sessions: {
    title: 'Other places',
    text: 'Left a session open on another computer? Only this one goes on.',
    end: 'End the other sessions',
    ended: 'The other sessions have ended',
  },
} satisfies Messages<typeof ptBr>;
