import { BankSetupError } from '../../rails/acquirers/acquirer-kind.ts';
import type { Members } from '../../rails/acquirers/bank-form.rules.ts';
import { CertificateError } from '../../rails/acquirers/certificates/certificate-error.ts';
import { openPkcs12Apart } from '../../rails/acquirers/certificates/open-pkcs12-apart.ts';

/** What a form said, with the certificate and key that it brought as PKCS#12 as those of PEM. */
export async function openGivenPkcs12(given: Members): Promise<Members> {
  const { pkcs12, pkcs12_password: password, ...others } = given;
  if (typeof pkcs12 !== 'string') {
    if (typeof password === 'string')
      throw new BankSetupError('pkcs12_password has no meaning without pkcs12', 'pkcs12_password');
    return others;
  }
  if (typeof given['certificate'] === 'string' || typeof given['private_key'] === 'string')
    throw new BankSetupError('give either pkcs12 or certificate and private_key', 'pkcs12');
  const { certificatePem, chainPem, privateKeyPem } = await opened(
    pkcs12,
    typeof password === 'string' ? password : '',
  );
  return { ...others, certificate: certificatePem + chainPem, private_key: privateKeyPem };
}

async function opened(base64: string, password: string) {
  try {
    return await openPkcs12Apart(Buffer.from(base64, 'base64'), password);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new BankSetupError(error.message, error.problem === 'wrong_password' ? 'pkcs12_password' : 'pkcs12');
  }
}
