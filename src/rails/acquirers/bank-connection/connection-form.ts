import type { Mode } from '../acquirer-kind.ts';
import type { FormField, Members } from '../bank-form.rules.ts';
import type { Connection } from './connection.ts';
import type { KnownBank } from './connection-file.ts';

/** Whether a form is enough: where an address is not known, only a file can tell it. */
export function isReachable({ baseUrl, tokenUrl }: KnownBank): boolean {
  return baseUrl !== null && tokenUrl !== null;
}

/** What every bank with an API is asked for. A certificate comes as two PEM files or as one of PKCS#12. */
export function connectionFields({ needsSecret }: KnownBank, mode: Mode): FormField[] {
  return [
    { name: 'client_id', form: 'text', isRequired: true, shown: 'end' },
    { name: 'client_secret', form: 'secret', isRequired: needsSecret, shown: 'whether it is set' },
    { name: 'certificate', form: 'content', isRequired: mode === 'live', shown: 'whether it is set' },
    { name: 'private_key', form: 'content', isRequired: mode === 'live', shown: 'whether it is set' },
    { name: 'pkcs12', form: 'content', isRequired: false, shown: 'whether it is set' },
    { name: 'pkcs12_password', form: 'secret', isRequired: false, shown: 'whether it is set' },
    { name: 'ca', form: 'content', isRequired: false, shown: 'whether it is set' },
  ];
}

/** What a file would say of a connection. */
export function connectionMembers(access: Connection, known: KnownBank): Members {
  const { baseUrl, tokenUrl, clientId, clientSecret, certificatePem, privateKeyPem, caPem } = access;
  const isKnownBase = known.baseUrl !== null && baseUrl === known.baseUrl.replace(/\/+$/, '');
  const knownToken = known.tokenUrl === null ? null : new URL(known.tokenUrl, baseUrl).href.replace(/\/+$/, '');
  return {
    ...(isKnownBase ? {} : { base_url: baseUrl }),
    ...(tokenUrl === knownToken ? {} : { token_url: tokenUrl }),
    client_id: clientId,
    ...(clientSecret !== null && { client_secret: clientSecret }),
    ...(certificatePem !== null && { certificate_file: certificatePem }),
    ...(privateKeyPem !== null && { private_key_file: privateKeyPem }),
    ...(caPem !== null && { ca_file: caPem }),
  };
}
