import type { AcquirerKind } from '../acquirer-kind.ts';
import { describeCertificate } from '../certificates/describe-certificate.ts';
import { forms, type InterAccess, membersOfAccess, reachesTheSame, readAccess } from './access.ts';
import { checkInter, registerWebhook } from './check-inter.ts';
import { createInterCobrancaClient } from './inter-cobranca-client.ts';

/** Boletos at Inter. */
export const INTER_COBRANCA: AcquirerKind<InterAccess> = {
  charges: ['invoice'],
  readAccess,
  forms,
  membersOf: membersOfAccess,
  describe: ({ baseUrl, certificatePem }) => ({
    profile: 'inter',
    baseUrl,
    certificateEnd: certificatePem === null ? null : describeCertificate(certificatePem).notAfter,
  }),
  accessAfter: (_before, access) => access,
  reachesTheSame,
  make: (bank, callHeaders) => createInterCobrancaClient({ ...bank, ...(callHeaders ? { callHeaders } : {}) }),
  check: checkInter,
  hasWebhook: true,
  registerWebhook,
};
