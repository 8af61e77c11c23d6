import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './entrance.pt-br.ts';

export const en = {
  title: 'Log in to operations',
  forgot: 'Forgot your password? An administrator makes a link on “Team”, or with vintem operator reset-link.',
  join: ({ role }) => `You will run this installation. Your role: ${role}.`,
} satisfies Messages<typeof ptBr>;
