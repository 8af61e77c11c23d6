import type { Notes } from '../operation-notes.ts';

const PERSON = {
  id: 3,
  name: 'Ana Souza',
  email: 'ana@loja.example',
  role: 'FINANCE',
  status: 'ACTIVE',
  second_factor: true,
  created_at: '2026-11-16T00:56:33.326Z',
};
const INVITATION = {
  id: 1,
  email: 'ana@loja.example',
  name: 'Ana Souza',
  role: 'FINANCE',
  created_at: '2026-11-16T00:56:33.326Z',
  expires_at: '2026-11-23T00:56:33.326Z',
};
const CODES = { recovery_codes: ['7Q2M-K4TX-9WRB-3HZC'] };
const MERCHANT = { id: 1, name: 'Demo', otp_required: false };
const BOTH_FACTORS = { password: 'uma frase longa e só sua', otp: '123456' };

/** The people of a merchant, and the second factor of each. */
export const peopleNotes: Notes = {
  'GET /users': {
    operationId: 'listUsers',
  },
  'PATCH /users/{id}': {
    operationId: 'changeUser',
    errors: ['USER_NOT_FOUND', 'LAST_OWNER'],
    request: { role: 'READER', keep_api_keys: [7] },
    answer: {
      ...PERSON,
      role: 'READER',
      handed_out: {
        invitations_withdrawn: 1,
        api_keys_revoked: [{ id: 6, name: 'Planilha' }],
        api_keys_kept: [{ id: 7, name: 'Loja virtual' }],
      },
    },
  },
  'DELETE /users/{id}/sessions': {
    operationId: 'endSessionsOfUser',
    errors: ['USER_NOT_FOUND'],
  },
  'POST /invitations': {
    operationId: 'inviteUser',
    errors: ['INVITATION_LIMIT', 'USER_LIMIT'],
    request: { email: 'ana@loja.example', name: 'Ana Souza', role: 'FINANCE' },
    answer: { ...INVITATION, url: null, mailed: true },
  },
  'GET /invitations': {
    operationId: 'listInvitations',
    answer: { data: [INVITATION] },
  },
  'DELETE /invitations/{id}': {
    operationId: 'withdrawInvitation',
    errors: ['INVITATION_NOT_FOUND'],
  },
  'GET /merchant': {
    operationId: 'readMerchant',
  },
  'PATCH /merchant': {
    operationId: 'changeMerchant',
    errors: ['OTP_NOT_ON'],
    request: { otp_required: true },
    answer: { ...MERCHANT, otp_required: true },
  },
  'GET /users/me/second-factor': {
    operationId: 'readSecondFactor',
    answer: { status: 'OFF', required: false, confirmed_at: null, recovery_codes_left: 0 },
  },
  'POST /users/me/second-factor': {
    operationId: 'beginSecondFactor',
    errors: ['OTP_ALREADY_ON', 'INVALID_CREDENTIALS'],
    request: { password: 'uma frase longa e só sua' },
    answer: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      otpauth_url: 'otpauth://totp/Vint%C3%A9m:ana%40loja.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      qr_png: 'data:image/png;base64,iVBORw0KGgo=',
    },
  },
  'POST /users/me/second-factor/confirm': {
    operationId: 'confirmSecondFactor',
    errors: ['OTP_NOT_BEGUN', 'OTP_ALREADY_ON'],
    request: { otp: '123456' },
    answer: CODES,
  },
  'POST /users/me/second-factor/recovery-codes': {
    operationId: 'renewRecoveryCodes',
    errors: ['OTP_NOT_ON'],
    request: BOTH_FACTORS,
    answer: CODES,
  },
  'POST /users/me/second-factor/disable': {
    operationId: 'disableSecondFactor',
    errors: ['OTP_NOT_ON', 'OTP_REQUIRED_BY_MERCHANT'],
    request: BOTH_FACTORS,
  },
};
