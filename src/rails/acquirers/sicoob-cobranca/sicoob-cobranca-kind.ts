import type { AcquirerKind } from '../acquirer-kind.ts';
import { describeCertificate } from '../certificates/describe-certificate.ts';
import { forms, membersOfAccess, reachesTheSame, readAccess, type SicoobAccess } from './access.ts';
import { checkSicoob, registerWebhook } from './check-sicoob.ts';
import { createSicoobCobrancaClient } from './sicoob-cobranca-client.ts';

/** Boletos at a cooperative of Sicoob. */
export const SICOOB_COBRANCA: AcquirerKind<SicoobAccess> = {
  charges: ['invoice'],
  readAccess,
  forms,
  membersOf: membersOfAccess,
  describe: ({ baseUrl, certificatePem }) => ({
    profile: 'sicoob',
    baseUrl,
    certificateEnd: certificatePem === null ? null : describeCertificate(certificatePem).notAfter,
  }),
  accessAfter: (_before, access) => access,
  reachesTheSame,
  make: (bank, callHeaders) => createSicoobCobrancaClient({ ...bank, ...(callHeaders ? { callHeaders } : {}) }),
  check: checkSicoob,
  hasWebhook: true,
  registerWebhook,
};
