import type { Clock } from '../../ground/clock.ts';
import type { Db, DbPool } from '../../ground/db/pool.ts';
import type { Acquirer, CallHeaders, ChargeType } from './acquirer.ts';
import type { BankForm, Members } from './bank-form.rules.ts';
import type { CheckStep } from './check-step.rules.ts';

/** What an operator got wrong, or a bank refuses; one plain line that holds nothing secret. */
export class BankSetupError extends Error {
  /** The member of the operator's file that it is about; null: none, or no single one. */
  readonly member: string | null;

  constructor(message: string, member: string | null = null) {
    super(message);
    this.member = member;
  }
}

/** What stands in the operator's file is wrong. */
export class AccessFileError extends BankSetupError {}

/** What is wrong with one member, in a line that begins with its name. */
export function wrongMember(member: string, says: string): AccessFileError {
  return new AccessFileError(`${member} ${says}`, member);
}

export type Mode = 'sandbox' | 'live';

/** An acquirer with connections of its own. */
export interface ConfiguredAcquirer extends Acquirer {
  close(): Promise<void>;
}

/** One bank as it is configured: by its name, how it is reached, and what the address of its callbacks ends in. */
export interface ConfiguredBank<Access> {
  name: string;
  access: Access;
  callbackSecret: string;
}

/** What is known of a bank without its secrets. */
export interface BankDescription {
  profile: string;
  baseUrl: string;
  certificateEnd: Date | null;
}

/** What an adapter needs that keeps rows of its own. */
export interface KeepingTools {
  db: DbPool;
  clock: Clock;
}

/**
 * A kind of bank, told by whoever speaks to it: all that operators do with a bank goes by this, whatever the kind. Only
 * the kind knows what its access looks like.
 */
export interface AcquirerKind<Access> {
  /** The types of payment that such banks can charge. */
  readonly charges: readonly ChargeType[];
  /** Whether banks of that profile send payouts; absent: none of them does. */
  paysOut?(profile: string): boolean;
  /**
   * Reads the operator's file, and by `readFile` those that it names. What is wrong is told before anything is stored.
   */
  readAccess(text: string, mode: Mode, readFile: (file: string, member: string) => Buffer): Access;
  /** What a form asks, by profile; kinds without profiles have one. */
  forms(mode: Mode): readonly BankForm[];
  /** What its file would say of it. Addresses that the profile has in this mode are left out. */
  membersOf(access: Access, mode: Mode): Members;
  describe(access: Access): BankDescription;
  /** What is stored in place of what was stored before. */
  accessAfter(before: Access | null, access: Access): Access;
  /** Whether what was charged by the one can be asked about and given back by the other. */
  reachesTheSame(before: Access, access: Access): boolean;
  /** Why it cannot stand beside the others of its kind; null: it can. */
  conflict?(access: Access, others: readonly { name: string; access: Access }[]): BankSetupError | null;
  /** Why it cannot stand beside what others of its kind have left in the database; null: it can. */
  keptConflict?(tools: { db: Db; clock: Clock }, name: string, access: Access): Promise<BankSetupError | null>;
  /** `tools` are for kinds that keep something themselves. */
  make(bank: ConfiguredBank<Access>, callHeaders?: CallHeaders, tools?: KeepingTools): ConfiguredAcquirer;
  /** Tries everything that payments need, one after the other. */
  check(bank: ConfiguredBank<Access>, callbackUrl: string): AsyncIterable<CheckStep>;
  /** Whether such a bank calls back at all. */
  readonly hasWebhook: boolean;
  registerWebhook(bank: ConfiguredBank<Access>, callbackUrl: string, asksForCertificate: boolean): Promise<void>;
}
