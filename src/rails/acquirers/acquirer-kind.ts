import type { Clock } from '../../ground/clock.ts';
import type { Db, DbPool } from '../../ground/db/pool.ts';
import type { Acquirer, CallHeaders, ChargeType } from './acquirer.ts';

/** What an operator got wrong, or a bank refuses; one plain line that holds nothing secret. */
export class BankSetupError extends Error {}

/** What stands in the operator's file is wrong. */
export class AccessFileError extends BankSetupError {}

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
  readAccess(text: string, mode: 'sandbox' | 'live', readFile: (file: string, member: string) => Buffer): Access;
  describe(access: Access): BankDescription;
  /** What is stored in place of what was stored before. */
  accessAfter(before: Access | null, access: Access): Access;
  /** Whether what was charged by the one can be asked about and given back by the other. */
  reachesTheSame(before: Access, access: Access): boolean;
  /** Why it cannot stand beside the others of its kind; null: it can. */
  conflict?(access: Access, others: readonly { name: string; access: Access }[]): string | null;
  /** Why it cannot stand beside what others of its kind have left in the database; null: it can. */
  keptConflict?(tools: { db: Db; clock: Clock }, name: string, access: Access): Promise<string | null>;
  /** `tools` are for kinds that keep something themselves. */
  make(bank: ConfiguredBank<Access>, callHeaders?: CallHeaders, tools?: KeepingTools): ConfiguredAcquirer;
  /** Tries everything that payments need: a line for each, and `warning: …` for what can be done without. */
  check(bank: ConfiguredBank<Access>, callbackUrl: string): Promise<string[]>;
  registerWebhook(bank: ConfiguredBank<Access>, callbackUrl: string, asksForCertificate: boolean): Promise<void>;
}
