import { describe, expect, it } from 'vitest';
import type { BankForm } from '../../rails/acquirers/bank-form.rules.ts';
import { asFile, formProblem, membersAfter, namingProblem, saidElsewhere } from './given-members.rules.ts';

const FORM: BankForm = {
  profile: 'efi',
  isReachable: true,
  fields: [
    { name: 'client_id', form: 'text', isRequired: true, shown: 'end' },
    { name: 'beneficiary.name', form: 'text', isRequired: true, shown: 'value' },
  ],
};

describe('what a form may say', () => {
  it.each([
    'base_url',
    'token_url',
    'certificate_file',
    'private_key_file',
    'ca_file',
    'pkcs12_file',
    'inbox',
    'outbox',
    'send_at',
  ])('%s only by the command line', (field) => {
    for (const value of ['/etc/passwd', '', null, 1, {}, ['x']])
      expect(namingProblem({ client_id: 'x', [field]: value }, FORM)).toEqual({
        field,
        says: 'can be set only by the command line',
      });
  });

  it('nothing that the bank has no use for', () => {
    expect(namingProblem({ client_id: 'x', beneficiary: { name: 'y' } }, FORM)).toBeNull();
    for (const field of ['scopes', 'constructor', '__proto__x', 'kind'])
      expect(namingProblem({ [field]: 'x' }, FORM)).toEqual({ field, says: 'has no meaning for efi' });
  });
});

describe('what is stored after a change', () => {
  const stored = {
    base_url: 'https://own.example',
    inbox: '/in',
    client_id: 'old',
    certificate_file: 'CERT',
    beneficiary: { name: 'Loja', address: 'Rua 1' },
  };

  it('is what was said, and what was not mentioned, whoever said it', () => {
    expect(membersAfter(stored, { client_id: 'new', ca: 'CA' })).toEqual({
      ...stored,
      client_id: 'new',
      ca_file: 'CA',
    });
    expect(membersAfter(stored, {})).toEqual(stored);
  });

  it('lacks what was taken away', () => {
    const { certificate_file: _, ...others } = stored;
    expect(membersAfter(stored, { certificate: null })).toEqual(others);
    expect(membersAfter(stored, { beneficiary: { address: null } })['beneficiary']).toEqual({ name: 'Loja' });
    expect(membersAfter(stored, { beneficiary: { name: 'Outra' } })['beneficiary']).toEqual({
      name: 'Outra',
      address: 'Rua 1',
    });
  });

  it('names what only the command line changes, and no file whose content a form can bring', () => {
    expect(saidElsewhere(stored)).toEqual(['base_url', 'inbox']);
  });

  it('reads as a file does whose certificates stand beside it', () => {
    const { text, contents } = asFile('efi', stored);
    expect(text).not.toContain('CERT');
    expect(JSON.parse(text)).toEqual({ kind: 'efi', ...stored, certificate_file: 'certificate_file' });
    expect([...contents]).toEqual([['certificate_file', 'CERT']]);
  });
});

describe('what is wrong, in the words of the form', () => {
  it.each([
    ['client_id', 'client_id is missing', 'client_id', 'is missing'],
    ['private_key_file', 'the private key is protected', 'private_key', 'is wrong: the private key is protected'],
    [
      'certificate_file',
      'certificate_file and private_key_file, or pkcs12_file, are missing',
      'certificate',
      'and private_key, or pkcs12, are missing',
    ],
    [
      'base_url',
      'base_url is missing: the profile standard does not know it for live mode',
      'profile',
      'has no address of its own here: it can be set only by the command line (base_url)',
    ],
  ])('%s: %s', (member, message, field, says) => {
    expect(formProblem(member, message)).toEqual({ field, says });
  });
});
