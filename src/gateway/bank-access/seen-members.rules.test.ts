import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BankForm, FormField, Visibility } from '../../rails/acquirers/bank-form.rules.ts';
import { loggedChange, seenMembers } from './seen-members.rules.ts';

const field = (name: string, shown: Visibility): FormField => ({ name, form: 'text', isRequired: true, shown });
const FORM: BankForm = {
  profile: 'efi',
  isReachable: true,
  fields: [
    field('client_id', 'end'),
    field('client_secret', 'whether it is set'),
    field('certificate', 'whether it is set'),
    field('pkcs12', 'whether it is set'),
    field('beneficiary.name', 'value'),
    field('our_number_first', 'value'),
  ],
};
const MEMBERS = {
  client_id: 'client-4711',
  client_secret: 's3cret',
  certificate_file: 'CERT',
  beneficiary: { name: 'Loja' },
  our_number_first: 7,
};

describe('what is seen again', () => {
  it('is a value, the end of one, or that there is one', () => {
    expect(seenMembers(MEMBERS, FORM)).toEqual([
      { name: 'client_id', isSet: true, value: '…4711' },
      { name: 'client_secret', isSet: true, value: null },
      { name: 'certificate', isSet: true, value: null },
      { name: 'beneficiary.name', isSet: true, value: 'Loja' },
      { name: 'our_number_first', isSet: true, value: 7 },
    ]);
    expect(seenMembers({}, FORM).every(({ isSet, value }) => !isSet && value === null)).toBe(true);
  });

  it('is never a secret, nor more than half of what is masked', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 5 }), fc.string({ minLength: 1 }), (secret, id) => {
        const shown = seenMembers({ ...MEMBERS, client_secret: secret, client_id: id }, FORM);
        expect(shown.find(({ name }) => name === 'client_secret')?.value).toBeNull();
        const end = String(shown.find(({ name }) => name === 'client_id')?.value).slice(1);
        expect(end.length * 2).toBeLessThan(Math.max(id.length, 1));
      }),
    );
  });
});

describe('what the audit log keeps', () => {
  const bank = (members: object) => ({ kind: 'bacen-pix', form: FORM, members: { ...MEMBERS, ...members } });

  it('is both sides of what differs, and the names of what was replaced unseen', () => {
    const after = bank({ client_secret: 'other', our_number_first: 8, base_url: 'https://x.example' });
    expect(loggedChange(bank({}), after)).toEqual({
      our_number_first: 8,
      our_number_first_before: 7,
      base_url: 'set',
      base_url_before: null,
      replaced: ['client_secret'],
    });
    expect(loggedChange(bank({ base_url: 'https://x.example' }), bank({ base_url: 'https://y.example' }))).toEqual({
      replaced: ['base_url'],
    });
    expect(loggedChange(bank({}), bank({}))).toEqual({});
  });

  it('of a new one is all that may be seen', () => {
    const text = JSON.stringify(loggedChange(null, bank({})));
    expect(text).toContain('"client_secret":"set"');
    for (const secret of ['s3cret', 'CERT', 'client-4711']) expect(text).not.toContain(secret);
  });
});
