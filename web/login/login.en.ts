import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './login.pt-br.ts';

export const en = {
  title: 'Log in to Vintém',
  email: 'E-mail',
  password: 'Password',
  submit: 'Log in',
  demo: 'Use the demo account',
  demoText: 'Test environment: no real money.',
  language: 'Português',
  wait: ({ seconds }) => `Too many attempts. Try again in ${seconds} s.`,
  again: 'Your session has ended',
  againText: 'Log in again to go on where you were.',
} satisfies Messages<typeof ptBr>;
