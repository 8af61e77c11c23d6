import { beforeAll, describe, expect, it } from 'vitest';
import { accessGiven } from '../../../src/gateway/bank-access/given-access.ts';
import { asFile } from '../../../src/gateway/bank-access/given-members.rules.ts';
import type { Mode } from '../../../src/rails/acquirers/acquirer-kind.ts';
import { PROFILE_NAMES } from '../../../src/rails/acquirers/bacen-pix/profiles.ts';
import type { Identity } from '../../../src/rails/fake-bank/certificates.ts';
import { KIND_NAMES, type KindName } from '../../../src/rails/kind-names.rules.ts';
import { kindOf } from '../../../src/rails/kinds.ts';
import { bankIdentities } from '../../support/banks/bank-identities.ts';
import { ACCOUNT_FILES } from '../../support/cnab240/accounts.ts';

/** What is stored, said again as a file would say it, is read as the same: only so can a form change a part of it. */

const OWN = { base_url: 'https://bank.example/v2', token_url: 'https://bank.example/token' };
const CLIENT = { client_id: 'client', client_secret: 'secret', pix_key: 'loja@example.com' };
const SICOOB = { client_id: 'client', client_number: '123', account_number: '456' };

let client: Identity;
beforeAll(async () => {
  ({ client } = await bankIdentities());
});

interface Case {
  kind: KindName;
  mode: Mode;
  file: Record<string, unknown>;
}
const CASES: Case[] = [
  ...PROFILE_NAMES.flatMap((profile): Case[] => [
    { kind: 'bacen-pix', mode: 'live', file: { profile, ...OWN, ...CLIENT, app_key: 'app', account: '1' } },
    { kind: 'bacen-pix', mode: 'sandbox', file: { profile, ...OWN, ...CLIENT, app_key: 'app' } },
    ...(profile === 'standard'
      ? []
      : [{ kind: 'bacen-pix', mode: 'live', file: { profile, ...CLIENT, app_key: 'app' } } as const]),
  ]),
  { kind: 'inter-cobranca', mode: 'live', file: { client_id: 'a', client_secret: 'b', account: '17' } },
  { kind: 'inter-cobranca', mode: 'sandbox', file: { client_id: 'a', client_secret: 'b', ...OWN } },
  { kind: 'sicoob-cobranca', mode: 'live', file: SICOOB },
  { kind: 'sicoob-cobranca', mode: 'sandbox', file: { ...SICOOB, ...OWN, scopes: 'um dois' } },
  { kind: 'manual', mode: 'live', file: { account: 'Conta do Itaú' } },
  ...Object.values(ACCOUNT_FILES).flatMap((file): Case[] => [
    { kind: 'cnab240', mode: 'live', file },
    {
      kind: 'cnab240',
      mode: 'live',
      file: { ...file, inbox: '/in', outbox: '/out', send_at: '08:05', payment_place: 'Na loja' },
    },
  ]),
];

const identity = (kind: KindName) =>
  kind === 'manual' || kind === 'cnab240'
    ? {}
    : {
        certificate_file: client.certificatePem,
        private_key_file: client.privateKeyPem,
        ca_file: client.certificatePem,
      };

describe.each(CASES)('$kind in $mode: $file', ({ kind, mode, file }) => {
  it('says of what is stored what its file would say', () => {
    const { kind: _, ...said } = file;
    const { text, contents } = asFile(kind, { ...said, ...identity(kind) });
    const access = kindOf(kind).readAccess(text, mode, (_file, member) => Buffer.from(contents.get(member) ?? ''));
    const stored = { name: 'x', kind, profile: '', access, callbackSecret: '' };
    expect(accessGiven(kind, mode, stored, {})).toEqual(access);
    const known = kindOf(kind).membersOf(access, mode);
    for (const member of ['base_url', 'token_url', 'inbox', 'outbox', 'send_at'])
      expect(known[member]).toEqual(file[member]);
  });
});

describe('the form of every kind', () => {
  it.each(KIND_NAMES)('%s asks for no address, path or folder', (kind) => {
    for (const mode of ['live', 'sandbox'] as const)
      for (const { fields } of kindOf(kind).forms(mode))
        for (const { name } of fields) expect(name).not.toMatch(/url|file|inbox|outbox|send_at/);
  });

  it('shows nothing again that is secret', () => {
    const shown = KIND_NAMES.flatMap((kind) => kindOf(kind).forms('live'))
      .flatMap(({ fields }) => fields)
      .filter(({ form }) => form === 'secret' || form === 'content');
    expect(shown.length).toBeGreaterThan(10);
    expect(new Set(shown.map((field) => field.shown))).toEqual(new Set(['whether it is set']));
  });
});
