import { describe, expect, it } from 'vitest';
import type { BankForm, FormField, OneAcquirer } from '../../web/operator/acquirers/acquirers.queries.ts';
import { bodyOf, draftOf, fieldsIn, missingIn } from '../../web/operator/acquirers/setup-draft.ts';

const field = (name: string, form: FormField['form'] = 'text', is_required = true): FormField => ({
  name,
  form,
  is_required,
  choices: [],
});
const FORM: BankForm = {
  profile: 'bb',
  is_reachable: true,
  fields: [
    field('client_id'),
    field('client_secret', 'secret'),
    field('certificate', 'content', false),
    field('private_key', 'content', false),
    field('pkcs12', 'content', false),
    field('pkcs12_password', 'secret', false),
    field('beneficiary.name'),
    field('beneficiary.address', 'text', false),
    field('our_number_first', 'number'),
  ],
};
const STORED = {
  settings: [
    { name: 'client_id', is_set: true, value: '…4711' },
    { name: 'client_secret', is_set: true, value: null },
    { name: 'beneficiary.name', is_set: true, value: 'Loja' },
    { name: 'beneficiary.address', is_set: true, value: 'Rua 1' },
    { name: 'our_number_first', is_set: true, value: 7 },
  ],
} as OneAcquirer;

describe('the form of a bank', () => {
  it('begins with what may be seen again, and sends only what was changed', () => {
    const before = draftOf(STORED, FORM);
    expect(before).toEqual({ 'beneficiary.name': 'Loja', 'beneficiary.address': 'Rua 1', our_number_first: '7' });
    expect(bodyOf(FORM.fields, before, before)).toEqual({});
    const draft = { ...before, client_secret: 's', our_number_first: '8', 'beneficiary.address': '' };
    expect(bodyOf(FORM.fields, before, draft)).toEqual({
      client_secret: 's',
      our_number_first: 8,
      beneficiary: { address: null },
    });
  });

  it('asks for a certificate in one of two forms', () => {
    const names = (form: 'pem' | 'pkcs12') => fieldsIn(FORM, form).map(({ name }) => name);
    expect(names('pem')).not.toContain('pkcs12');
    expect(names('pkcs12')).not.toContain('certificate');
    expect(names('pkcs12')).toContain('pkcs12_password');
  });

  it('misses what is required and neither typed nor stored', () => {
    expect(missingIn(FORM.fields, {}, null)).toEqual([
      'client_id',
      'client_secret',
      'beneficiary.name',
      'our_number_first',
    ]);
    expect(missingIn(FORM.fields, draftOf(STORED, FORM), STORED)).toEqual([]);
    expect(missingIn(FORM.fields, { 'beneficiary.name': ' ' }, null)).toContain('beneficiary.name');
  });
});
