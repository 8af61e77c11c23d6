import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './shell.pt-br.ts';

export const en = {
  skip: 'Skip to the content',
  navigation: 'Main navigation',
  user: { menu: 'Your account', logOut: 'Log out', settings: 'Settings' },
  language: 'Português',
  theme: { light: 'Light theme', dark: 'Dark theme' },
  password: {
    title: 'Confirm that it is you',
    text: 'You gave your password more than 10 minutes ago. Write it again, and what you asked for goes on by itself.',
    label: 'Password',
    submit: 'Confirm',
    wrong: 'This is not your password',
    code: 'Code',
    codeText: 'Of your authenticator, or a recovery code',
    codeWrong: 'Write a code that was not used before',
  },
  palette: {
    open: 'Search',
    pages: 'Pages',
    actions: 'Actions',
    language: 'Change the language to Portuguese',
    scheme: 'Switch between light and dark',
    logOut: 'Log out',
    none: 'Nothing found',
    shortcuts: 'Keyboard shortcuts',
  },
  keys: {
    title: 'Keyboard shortcuts',
    palette: 'Search everything',
    search: 'Search the list',
    go: 'and then a letter: go to a page',
    rows: 'Next and previous row',
    filter: 'Filter',
    export: 'Export',
    pages: 'Previous and next page',
    help: 'This list',
    off: 'Use shortcuts of one letter',
  },
  away: {
    offline: 'The server does not answer. What you see may be out of date.',
    unavailable: 'The service is not available right now. What you see may be out of date.',
    acquirer: 'The acquirer does not answer. New payments and refunds may take longer; what was paid is safe.',
  },
  notFound: { title: 'Page not found', text: 'This address leads to no page here.', action: 'Go home' },
  broken: { title: 'This page has stopped working', action: 'Reload' },
} satisfies Messages<typeof ptBr>;
