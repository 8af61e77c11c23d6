import { writeFile } from 'node:fs/promises';
import { exportList } from '../../gateway/payouts/export-list.ts';
import { listCsv, sumsOf } from '../../gateway/payouts/list-file.rules.ts';
import { findListedRefund } from '../../gateway/refunds/by-rail/find-listed-refund.ts';
import { createLog } from '../../ground/log.ts';
import { findBank, NAME, readKeys, readName } from './acquirers/acquirer-stored.ts';
import { CliError, command } from './command.ts';
import { withDatabase } from './database.ts';
import { readWhole } from './values.ts';

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
      const list = await exportList(opening, { acquirer: name, again }, (acquirer, reference) =>
        findListedRefund(opening, acquirer, reference),
      );
      if (!list) return { lines: [`no payout waits for ${name}`], json: null };
      await writeNew(args.out, listCsv(list), `vintem payout export ${name} --again ${list.number}`);
      const { count, cents, unpayable } = sumsOf(list);
      const toPay = list.lines.filter(({ destination }) => destination !== null);
      return {
        lines: [
          `list ${list.number}: ${count} payouts, ${cents} cents, written to ${args.out}`,
          ...(unpayable > 0 ? [`and ${unpayable} that nobody can pay from this file: its column note says why`] : []),
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
