import type { Messages } from '../i18n/texts.ts';
import type { ptBr } from './settings.pt-br.ts';

export const en = {
  title: 'Settings',
  profile: { title: 'Profile', name: 'Name', email: 'E-mail', merchant: 'Company', saved: 'Profile saved' },
  password: {
    title: 'Password',
    current: 'Current password',
    next: 'New password',
    again: 'New password, once more',
    text: 'A new password ends your other sessions and all tokens of POST /auth.',
    submit: 'Change password',
    changed: 'Password changed; your other sessions have ended',
    differs: 'The two are not the same',
    wrong: 'This is not your password',
    weak: 'Choose a password that is longer and harder to guess',
  },
  sessions: {
    title: 'Where you are logged in',
    here: 'This session',
    seen: 'Seen',
    end: 'End',
    endOthers: 'End the others',
    ended: 'Session ended',
    othersEnded: 'Your other sessions have ended',
    unknown: 'Unknown browser',
  },
  appearance: {
    title: 'Appearance and language',
    language: 'Language',
    scheme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    auto: 'As the system',
    density: 'Rows of tables',
    comfortable: 'Comfortable',
    compact: 'Compact',
  },
} satisfies Messages<typeof ptBr>;
