import { type OperatorsParticipant, resolveFixedSplit } from '../../../gateway/splits/resolve-fixed-split.ts';
import type { Db } from '../../../ground/db/pool.ts';
import type { FixedParticipant } from '../../../parties/companies/companies.sql.ts';
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

/** Checks the shape of the option: every key is present, and none is unknown. */
export function parseSplit(text: string): OperatorsParticipant[] {
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
  return value as OperatorsParticipant[];
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

export function resolveSplit(db: Db, listed: readonly OperatorsParticipant[]): Promise<FixedParticipant[]> {
  return resolveFixedSplit(db, listed, (index) => `--split [${index}]`);
}
