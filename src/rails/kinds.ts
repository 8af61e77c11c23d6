import type { ChargeType } from './acquirers/acquirer.ts';
import { AccessFileError, type AcquirerKind, BankSetupError, wrongMember } from './acquirers/acquirer-kind.ts';
import { BACEN_PIX } from './acquirers/bacen-pix/bacen-pix-kind.ts';
import { INTER_COBRANCA } from './acquirers/inter-cobranca/inter-cobranca-kind.ts';
import { SICOOB_COBRANCA } from './acquirers/sicoob-cobranca/sicoob-cobranca-kind.ts';
import { CNAB240 } from './cnab240/cnab-kind.ts';
import { KIND_NAMES, type KindName } from './kind-names.rules.ts';
import { MANUAL } from './manual-payouts/manual-kind.ts';

/** The kinds of banks that an operator can configure, by the name in their files. A new adapter joins here. */
const KINDS = {
  'bacen-pix': BACEN_PIX,
  'inter-cobranca': INTER_COBRANCA,
  'sicoob-cobranca': SICOOB_COBRANCA,
  cnab240: CNAB240,
  manual: MANUAL,
} satisfies Record<KindName, object>;

/**
 * What a kind reads it alone understands: outside of it an access is a value that is handed on. Whatever is stored
 * under a kind was made by it.
 */
export function kindOf(name: string): AcquirerKind<unknown> {
  const kind = KIND_NAMES.find((known) => known === name);
  if (!kind) throw new BankSetupError(`this release knows no banks of the kind ${name}`);
  return KINDS[kind] as AcquirerKind<unknown>;
}

/** Whether banks of that kind charge that type; those of a kind that this release does not know charge nothing. */
export function canCharge(name: string, type: ChargeType): boolean {
  const kind = KIND_NAMES.find((known) => known === name);
  return kind !== undefined && KINDS[kind].charges.includes(type);
}

/** The kind that an operator's file names. */
export function kindNamedIn(text: string): KindName {
  const named = membersOf(text).get('kind');
  const found = KIND_NAMES.find((name) => name === named);
  if (!found) throw wrongMember('kind', `must be ${KIND_NAMES.map((name) => `"${name}"`).join(' or ')}`);
  return found;
}

function membersOf(text: string): Map<string, unknown> {
  try {
    return new Map(Object.entries(Object(JSON.parse(text))));
  } catch {
    throw new AccessFileError('the file is not JSON');
  }
}
