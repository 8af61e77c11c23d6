import { writeFile } from 'node:fs/promises';
import { exportList, type LineToPay } from '../../gateway/payouts/export-list.ts';
import { findListedRefund } from '../../gateway/refunds/by-rail/find-listed-refund.ts';
import { csvHead, csvLine } from '../../ground/lists/csv.rules.ts';
import { createLog } from '../../ground/log.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import { findBank, NAME, readKeys, readName } from './acquirers/acquirer-stored.ts';
import { CliError, command } from './command.ts';
import { withDatabase } from './database.ts';
import { readWhole } from './values.ts';

const COLUMNS = [
  'list',
  'payout_id',
  'amount',
  'type',
  'key_type',
  'key',
  'ispb',
  'agency',
  'account',
  'account_type',
  'holder_name',
  'holder_document',
  'description',
  'reference',
  'refund_id',
  'note',
];

/** Whoever pays types these in: the file holds keys and accounts in clear, and nobody else reads it. */
const PRIVATE_FILE = 0o600;

export const payoutExport = command({
  name: 'export',
  description: 'Write the next list of payouts for a bank without an API; each payout is in one list only',
  examples: [
    'vintem payout export by-hand --out /root/list.csv',
    'vintem payout export by-hand --again 3 --out /root/list.csv',
  ],
  args: {
    name: NAME,
    out: { type: 'string', required: true, valueHint: 'file', description: 'a file that does not exist yet' },
    again: { type: 'string', valueHint: 'number', description: 'the list of that number once more; makes none' },
  },
  async run(args) {
    const again = args.again === undefined ? null : readWhole('--again', args.again);
    return withDatabase(async (deps) => {
      const { name, kind } = await findBank(deps, readName(args.name));
      if (kind !== 'manual') throw new CliError(`${name} is of the kind ${kind}: it sends payouts by itself`);
      const opening = { ...deps, destinationKeys: await readKeys(deps), log: createLog('error', process.stderr) };
      const list = await exportList(opening, name, again, (acquirer, reference) =>
        findListedRefund(opening, acquirer, reference),
      );
      if (!list) return { lines: [`no payout waits for ${name}`], json: null };
      const lines = list.lines.map((line) => csvLine(cellsOf(list.number, line)));
      await writeNew(
        args.out,
        csvHead(COLUMNS) + lines.join(''),
        `vintem payout export ${name} --again ${list.number}`,
      );
      const toPay = list.lines.filter(({ destination }) => destination !== null);
      const unpaid = list.lines.length - toPay.length;
      const cents = toPay.reduce((sum, { amountCents }) => sum + amountCents, 0);
      return {
        lines: [
          `list ${list.number}: ${toPay.length} payouts, ${cents} cents, written to ${args.out}`,
          ...(unpaid > 0 ? [`and ${unpaid} that nobody can pay from this file: its column note says why`] : []),
          `say of each how it ended: vintem payout settle ID --as paid --reason 'list ${list.number}'`,
          ...(list.lines.some(({ refundId }) => refundId !== null)
            ? [`and of each with a refund_id: vintem refund settle ID --as refunded --reason 'list ${list.number}'`]
            : []),
        ],
        json: { list: list.number, payouts: toPay.flatMap(({ payoutId }) => payoutId ?? []), amount_cents: cents },
      };
    });
  },
});

/** What has ended and was handed to whoever pays by hand. */
export function aboutList(list: number | null, isUnpaid: boolean): string[] {
  if (list === null) return [];
  return [isUnpaid ? `it is in list ${list}: see that nobody pays it` : `it is in list ${list}`];
}

/** The list stands whatever happens to its file. */
async function writeNew(path: string, text: string, toRepeat: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: PRIVATE_FILE });
  } catch (error) {
    throw new CliError(`--out ${path} cannot be written (${(error as Error).message}); once more: ${toRepeat}`);
  }
}

function cellsOf(list: number, line: LineToPay) {
  const { payoutId, refundId, amountCents, destination, description, reference, note } = line;
  const where = destinationCells(destination);
  return [list, payoutId, { cents: amountCents }, ...where, description, reference, refundId, note];
}

const NOWHERE = Array.from({ length: 9 }, () => null);

function destinationCells(destination: PayoutDestination | null): (string | null)[] {
  if (!destination) return NOWHERE;
  if (destination.kind === 'pix_key')
    return ['pix_key', destination.keyType, destination.key, null, null, null, null, null, null];
  const { ispb, agency, account, accountType, holderName, holderDocument } = destination;
  return ['bank_account', null, null, ispb, agency, account, accountType, holderName, holderDocument];
}
