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
  code: 'Code',
  codeText: 'The 6 digits of your app, or a recovery code.',
  back: 'Back to the login',
  account: {
    email: 'E-mail',
    name: 'Your name',
    password: 'Password',
    passwordText: 'Long and hard to guess.',
    weak: 'Choose a password that is longer and harder to guess',
    wrong: 'Check this field',
    company: {
      name: 'Name of the establishment',
      document: 'CPF or CNPJ',
      address: 'Street and number',
      city: 'City',
      state: 'State',
      zip: 'CEP',
    },
  },
  invitation: {
    title: 'Accept the invitation',
    join: ({ merchant, role }) => `${merchant} has invited you. Your role: ${role}.`,
    begin: ({ merchant }) => `Begin to sell as ${merchant}.`,
    submit: 'Log in',
  },
  forgot: {
    link: 'Forgot the password',
    title: 'New password',
    text: 'We send a link to your e-mail. It holds for an hour.',
    submit: 'Send the link',
    sent: 'If there is an account with this e-mail, the link is on its way.',
    off: 'This service sends no e-mails. Ask whoever runs it for a link.',
  },
  reset: {
    title: 'New password',
    submit: 'Change the password',
    done: 'The password was changed. All sessions have ended: log in with the new one.',
  },
  signUp: {
    link: 'Sign up',
    title: 'Sign up',
    submit: 'Sign up',
    off: 'Accounts begin by invitation here.',
  },
} satisfies Messages<typeof ptBr>;
