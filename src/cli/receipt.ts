import { userInfo } from 'node:os';
import { bindReceipt } from '../alignment/bind-receipt.ts';
import { closeUnknownReceipt, listUnknownReceipts, type UnknownReceipt } from '../alignment/unknown-receipts.sql.ts';
import { createLog } from '../log.ts';
import { STATUS_NAMES } from '../payments/status.rules.ts';
import { CliError, command, group } from './command.ts';
import { withDatabase } from './database.ts';
import { readId, readNote } from './values.ts';

export const MOST_RECEIPTS = 1_000;
const DAYS = 3_650;

const list = command({
  name: 'list',
  description: 'List payments that a bank has received and that are none of ours, newest first',
  examples: ['vintem receipt list', 'vintem receipt list --json'],
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const receipts = await listUnknownReceipts(db, { days: DAYS, limit: MOST_RECEIPTS });
      return { lines: receipts.length > 0 ? receipts.map(lineOfReceipt) : ['there is none'], json: receipts };
    }),
});

export function lineOfReceipt(receipt: UnknownReceipt): string {
  return [
    `receipt ${receipt.id}`,
    receipt.day,
    receipt.acquirer,
    `reference ${receipt.reference}`,
    receipt.end_to_end_id,
    `${receipt.amount_cents} received, ${receipt.refunded_cents} given back`,
  ].join(' | ');
}

const close = command({
  name: 'close',
  description: 'Say what was done about such a payment outside of the books; it is listed no more',
  examples: [`vintem receipt close 12 --reason 'of the shop system that shares the account'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the receipt, as listed' },
    reason: { type: 'string', required: true, description: 'what was done, for the records' },
    by: { type: 'string', description: 'who closes it; default: the user of this machine' },
  },
  async run(args) {
    const id = readId('the receipt', args.id);
    const note = readWhoAndWhy(args);
    const closed = await withDatabase(async ({ db, clock }) =>
      closeUnknownReceipt(db, id, { ...note, now: await clock.now() }),
    );
    if (!closed) throw new CliError(`receipt ${id} does not exist, or was dealt with before`);
    return { lines: [`receipt ${id} closed`], json: closed };
  },
});

const bind = command({
  name: 'bind',
  description:
    'Say that such a payment is the money of a PIX transaction of its amount, which is approved by it; it cannot be undone',
  examples: [`vintem receipt bind 12 --transaction 832 --reason 'the order of before the restore'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the receipt, as listed' },
    transaction: { type: 'string', required: true, description: 'id of the transaction' },
    reason: { type: 'string', required: true, description: 'how you know, for the records' },
    by: { type: 'string', description: 'who binds it; default: the user of this machine' },
  },
  async run(args) {
    const receiptId = readId('the receipt', args.id);
    const paymentId = readId('--transaction', args.transaction);
    const note = readWhoAndWhy(args);
    const { status } = await withDatabase((deps) =>
      bindReceipt(
        { ...deps, log: createLog('error', process.stderr), poke: () => {} },
        { receiptId, paymentId, ...note },
      ),
    );
    const state = STATUS_NAMES[status];
    return {
      lines: [`receipt ${receiptId} bound to transaction ${paymentId}, which is ${state}`],
      json: { id: receiptId, transaction_id: paymentId, status: state },
    };
  },
});

function readWhoAndWhy(args: { by?: string | undefined; reason: string }): { by: string; reason: string } {
  return { by: readNote('--by', args.by ?? userInfo().username), reason: readNote('--reason', args.reason) };
}

export const receipt = group(
  { name: 'receipt', description: 'Payments that a bank has received and that are none of ours' },
  { list, bind, close },
);
