import type { Clock } from '../../ground/clock.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type {
  ChangeResult,
  ChargeAtAcquirer,
  ChargeRequest,
  ChargeResult,
  QueryResult,
} from '../acquirers/acquirer.ts';
import type { ConfiguredAcquirer } from '../acquirers/acquirer-kind.ts';
import type { RequestedChange } from '../acquirers/boleto.ts';
import { startDrawing } from './draw-titles.ts';
import type { CnabAccount } from './layout/profiles.rules.ts';
import { remessaProblem } from './layout/remessa-problem.rules.ts';
import type { StoredTitle } from './stored-title.rules.ts';
import { chargeOf, movedTo, termsOfRequest, withStatus } from './title.rules.ts';
import { deleteWaitingOrders, findTitle, insertOrder, lockTitle, updateTitles } from './titles.sql.ts';

const TIMEOUT_MS = 5_000;

export interface Cnab240Options {
  name: string;
  account: CnabAccount;
  db: DbPool;
  clock: Clock;
}

/**
 * A bank that takes boletos by files. Nobody is called: a slip is drawn at once, the bank is told by the next file, and
 * what its last file said of a title is what it answers.
 */
export function createCnab240Client({ name, account, db, clock }: Cnab240Options): ConfiguredAcquirer {
  const found = (title: StoredTitle | null): QueryResult =>
    title ? { outcome: 'found', charge: chargeOf(account, title) } : { outcome: 'not_found' };

  const draw = startDrawing({ name, account, db, clock });
  const charge = async (request: ChargeRequest): Promise<ChargeResult> => {
    const title = await draw(request);
    return typeof title === 'string'
      ? { outcome: 'unknown', reason: title }
      : { outcome: 'accepted', charge: chargeOf(account, title) };
  };

  /** Locks the title and changes it; one that does not exist, or is over, stays as it is. */
  async function change<Result>(
    { reference }: ChargeAtAcquirer,
    whenOpen: (tx: Tx, title: StoredTitle, now: Date) => Promise<Result>,
    otherwise: (title: StoredTitle | null) => Result,
  ): Promise<Result> {
    const now = await clock.now();
    return withTransaction(db, async (tx) => {
      const title = await lockTitle(tx, name, reference);
      const isOpen = title && ['WAITING', 'SENT', 'REGISTERED'].includes(title.status);
      return isOpen ? whenOpen(tx, title, now) : otherwise(title);
    });
  }

  const ask = async (tx: Tx, title: StoredTitle, requested: RequestedChange, now: Date): Promise<StoredTitle> => {
    const asked = { ...title, requested_change: requested };
    const dueDate = requested.kind === 'due_date' ? requested.dueDate : null;
    await insertOrder(tx, title, requested.kind === 'due_date' ? 'new_due_date' : 'write_off', dueDate, now);
    await updateTitles(tx, [asked]);
    return asked;
  };

  const cancel = (charged: ChargeAtAcquirer): Promise<QueryResult> =>
    change(
      charged,
      async (tx, title, now) => {
        if (title.requested_change?.kind === 'cancel') return found(title);
        if (title.status !== 'WAITING') return found(await ask(tx, title, { kind: 'cancel' }, now));
        await deleteWaitingOrders(tx, title.id);
        const withdrawn = withStatus({ ...title, requested_change: null }, 'WRITTEN_OFF', now);
        await updateTitles(tx, [withdrawn]);
        return found(withdrawn);
      },
      found,
    );

  const changeDueDate = (charged: ChargeAtAcquirer, dueDate: string): Promise<ChangeResult> =>
    change<ChangeResult>(
      charged,
      async (tx, title, now) => {
        if (title.status === 'WAITING') {
          const moved = { ...title, ...movedTo(title, dueDate) };
          await updateTitles(tx, [moved]);
          return { outcome: 'changed', charge: chargeOf(account, moved) };
        }
        const waiting = title.requested_change;
        if (waiting?.kind !== 'due_date' || waiting.dueDate !== dueDate)
          await ask(tx, title, { kind: 'due_date', dueDate }, now);
        return { outcome: 'requested' };
      },
      (title) => ({ outcome: 'refused', reason: title ? `the title is ${title.status}` : 'there is no such title' }),
    );

  return {
    name,
    timeoutMs: TIMEOUT_MS,
    charges: { invoice: charge },
    query: async ({ reference }) => found(await findTitle(db, name, reference)),
    cancel,
    changeDueDate,
    // A hint is written with the rows that it is about.
    neverLags: true,
    termsProblem: (request) => remessaProblem(account, termsOfRequest(request)),
    ping: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}
