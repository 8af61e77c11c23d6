import type { StoredFile } from '../../../rails/cnab240/files.sql.ts';
import type { CnabAccount } from '../../../rails/cnab240/layout/profiles.rules.ts';
import { findBank, readName } from '../acquirers/acquirer-stored.ts';
import { CliError } from '../command.ts';
import type { CliDeps } from '../database.ts';

export async function findCnabBank(deps: CliDeps, named: string): Promise<{ name: string; account: CnabAccount }> {
  const name = readName(named);
  const { kind, access } = await findBank(deps, name);
  if (kind !== 'cnab240') throw new CliError(`${name} is a ${kind}, and takes no files`);
  return { name, account: access as CnabAccount };
}

export function describeFile({ direction, number, made_on, titles, amount_cents, sha256 }: StoredFile) {
  return { direction, number, day: made_on, titles, amount: amount_cents, sha256: sha256.toString('hex') };
}
