import type { AcquirerKind } from '../acquirer-kind.ts';
import { describeCertificate } from '../certificates/describe-certificate.ts';
import { type BankAccess, reachesTheSame, succeeding } from './access.ts';
import { readAccess } from './access-file.ts';
import { forms, membersOf } from './access-form.ts';
import { createBacenPixClient } from './bacen-pix-client.ts';
import { checkBank, registerWebhook } from './check-bank.ts';
import { type ProfileName, profileOf } from './profiles.ts';

/** Any bank that speaks Bacen's API Pix. */
export const BACEN_PIX: AcquirerKind<BankAccess> = {
  charges: ['pix'],
  paysOut: (profile) => profileOf(profile as ProfileName).sending !== null,
  readAccess,
  forms,
  membersOf,
  describe: ({ profile, baseUrl, certificatePem }) => ({
    profile,
    baseUrl,
    certificateEnd: certificatePem === null ? null : describeCertificate(certificatePem).notAfter,
  }),
  accessAfter: succeeding,
  reachesTheSame,
  make: (bank, callHeaders) => createBacenPixClient({ ...bank, ...(callHeaders ? { callHeaders } : {}) }),
  check: checkBank,
  hasWebhook: true,
  registerWebhook,
};
