import { checkFixedParticipants, type SplitTerms } from '../../../gateway/splits/participants.rules.ts';
import { toStore } from '../../../gateway/splits/splits.wire.ts';
import type { Db } from '../../../ground/db/pool.ts';
import type { FixedParticipant } from '../../../parties/companies/companies.sql.ts';
import { findActiveCompanies } from '../../../parties/companies/operator.sql.ts';
import { CliError } from '../command.ts';

const MAX_PARTICIPANTS = 20;
const CHECKS: Record<string, (value: unknown) => boolean> = {
  company_id: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  merchantType: (value) => value === 'PRIMARY' || value === 'SECONDARY',
  type: (value) => value === 'PERCENTAGE' || value === 'FIXED',
  chargeFee: (value) => typeof value === 'boolean',
  discountGrossAmount: (value) => typeof value === 'boolean',
  amountSplit: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};

type Listed = SplitTerms & { company_id: number };

/** Checks the shape of the option: every key is present, and none is unknown. */
export function parseSplit(text: string): Listed[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CliError('--split must be a JSON array');
  }
  if (!Array.isArray(value) || value.length > MAX_PARTICIPANTS) {
    throw new CliError(`--split must be a JSON array of at most ${MAX_PARTICIPANTS} participants`);
  }
  value.forEach((item: unknown, index) => {
    refuseOtherShapes(item, index);
  });
  return value as Listed[];
}

function refuseOtherShapes(item: unknown, index: number): void {
  const place = `--split [${index}]`;
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new CliError(`${place} must be an object`);
  const participant = item as Record<string, unknown>;
  for (const [key, isRight] of Object.entries(CHECKS)) {
    if (!Object.hasOwn(participant, key)) throw new CliError(`${place} has no ${key}`);
    if (!isRight(participant[key])) throw new CliError(`${place}.${key} cannot be ${JSON.stringify(participant[key])}`);
  }
  const unknown = Object.keys(participant).find((key) => !Object.hasOwn(CHECKS, key));
  if (unknown !== undefined) throw new CliError(`${place}.${unknown} is not a field of a participant`);
}

/** Runs the checks of an order's split, except those that need the total of the order. */
export async function resolveSplit(db: Db, listed: readonly Listed[]): Promise<FixedParticipant[]> {
  const active = await findActiveCompanies(
    db,
    listed.map((participant) => participant.company_id),
  );
  const found = listed.map(({ company_id, ...terms }, index) => {
    const company = active.find(({ companyId }) => companyId === company_id);
    if (!company) throw new CliError(`--split [${index}].company_id: ${company_id} is not an active company`);
    return { ...terms, company, source: 'fixed', path: `--split [${index}]`, namedBy: 'company_id' } as const;
  });
  return checkFixedParticipants(found).map(toStore);
}
