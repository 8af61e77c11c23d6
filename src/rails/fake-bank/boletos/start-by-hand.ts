import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { INTER_SCOPES, startFakeInter } from '../inter/start-fake-inter.ts';
import { SICOOB_SCOPES, startFakeSicoob } from '../sicoob/start-fake-sicoob.ts';
import type { FakeBank } from '../start-fake-bank.ts';
import { interControl, sicoobControl } from './control.routes.ts';

/** Ports; null: that bank is not played. */
export interface BoletoPorts {
  inter: number | null;
  sicoob: number | null;
}

export interface PlayedBank {
  name: 'inter' | 'sicoob';
  baseUrl: string;
  /** What `vintem acquirer set` is given. */
  file: string;
  close(): Promise<void>;
}

/** A contract that nobody has. */
const SICOOB_NUMBERS = { client_number: '172278', account_number: '700011' };

/**
 * The APIs for boletos beside that for PIX: with its certificates and its client, and steered at its address under
 * their names. Each joins `played` as soon as it runs, so that whoever asked can close it.
 */
export async function playBoletoBanks(
  { identities, accounts: [account] }: FakeBank,
  control: FastifyInstance,
  { folder, inter = null, sicoob = null }: Partial<BoletoPorts> & { folder: string },
  played: PlayedBank[],
): Promise<void> {
  if (!account) throw new RangeError('a bank without accounts has no clients');
  const at = (name: string) => path.join(folder, name);
  const files = { certificate_file: at('client.pem'), private_key_file: at('client-key.pem'), ca_file: at('ca.pem') };
  const note = async (
    name: PlayedBank['name'],
    { baseUrl, tokenUrl, close }: { baseUrl: string; tokenUrl: string; close(): Promise<void> },
    extra: object,
  ) => {
    const file = at(`${name}.json`);
    played.push({ name, baseUrl, file, close });
    const shared = { kind: `${name}-cobranca`, base_url: baseUrl, token_url: tokenUrl, client_id: account.clientId };
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, `${JSON.stringify({ ...shared, ...extra, ...files }, null, 2)}\n`, { mode: 0o600 });
  };
  if (inter !== null) {
    const accounts = [{ ...account, scopes: INTER_SCOPES }];
    const bank = await startFakeInter({ port: inter, identities, accounts });
    await note('inter', bank, { client_secret: account.clientSecret });
    control.register(async (scope) => interControl(scope, bank), { prefix: '/inter' });
  }
  if (sicoob !== null) {
    const accounts = [{ ...account, scopes: SICOOB_SCOPES, clientSecret: null }];
    const bank = await startFakeSicoob({ port: sicoob, identities, accounts });
    await note('sicoob', bank, SICOOB_NUMBERS);
    control.register(async (scope) => sicoobControl(scope, bank), { prefix: '/sicoob' });
  }
}
