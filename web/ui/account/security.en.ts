import { plural } from '../../i18n/plural.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './security.pt-br.ts';

export const en = {
  factor: {
    title: 'Two-step verification',
    on: 'On',
    off: 'Off',
    offText: 'Beside the password, the login asks for a code of your telephone. A stolen password is no longer enough.',
    onText: ({ count }) =>
      plural(count, {
        zero: 'The login asks for a code. No recovery code is left: make new ones.',
        one: 'The login asks for a code. 1 recovery code is left.',
        other: `The login asks for a code. ${count} recovery codes are left.`,
      }),
    turnOn: 'Turn on',
    turnedOn: 'Two-step verification is on; the other sessions have ended',
    turnOff: 'Turn off',
    turnOffText: 'The login asks for the password alone again.',
    turnedOff: 'Two-step verification is off',
    required: 'Two-step verification is required of everybody here. Set yours up to go on.',
    scan: 'Scan the code with an authenticator app, or write the secret into it.',
    qr: 'QR code of the secret',
    secret: 'Secret',
    code: 'Code',
    codeText: 'The 6 digits that the app shows now.',
    wrongCode: 'This is not the code. Wait for the next one and try again.',
    confirm: 'Confirm',
    codes: 'Recovery codes',
    codesText:
      'Keep these codes in a safe place: each logs you in once without the telephone. They are shown only now.',
    newCodes: 'Make recovery codes',
    newCodesText: 'Those of before stop working.',
    password: 'Password',
  },
  require: {
    title: 'The whole team',
    label: 'Require two-step verification of everybody',
    text: 'Whoever has none is logged out and sets it up at the next login.',
    firstYours: 'Turn yours on first.',
    saved: 'Saved',
  },
  mustSetUp: {
    title: 'One step is missing',
    text: 'Two-step verification is required of everybody here. Set yours up to go on.',
  },
} satisfies Messages<typeof ptBr>;
