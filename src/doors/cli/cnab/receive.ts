import { createReadStream, existsSync } from 'node:fs';
import { previewRetorno } from '../../../gateway/bank-files/preview-retorno.ts';
import { receiveRetorno } from '../../../gateway/bank-files/receive-retorno.ts';
import { linesOfPreview, linesOfRetorno } from '../../../gateway/bank-files/retorno-report.ts';
import type { CnabAccount } from '../../../rails/cnab240/layout/profiles.rules.ts';
import { RetornoError } from '../../../rails/cnab240/layout/retorno-error.rules.ts';
import { PlanChanged } from '../../../rails/cnab240/retornos/receive-file.ts';
import type { RetornoOutcome } from '../../../rails/cnab240/retornos/tally.rules.ts';
import { NAME } from '../acquirers/acquirer-stored.ts';
import { CliError, command } from '../command.ts';
import { type CliDeps, withDatabase } from '../database.ts';
import { describeFile, findCnabBank } from './cnab-bank.ts';

/** Of a preview; sums are over all of them. */
const MOST_LINES = 1_000;

export const receive = command({
  name: 'receive',
  description:
    'Apply retornos in order, up to one that is refused, each whole or not at all, or only show what they would do',
  examples: [
    'vintem cnab receive bb /var/bank/in/CBR0001.RET',
    'vintem cnab receive bb /var/bank/in/CBR0001.RET --preview',
  ],
  args: {
    name: NAME,
    file: { type: 'positional', required: true, description: 'the file; several may be given' },
    preview: { type: 'boolean', description: 'say line by line what each file would do now by itself; applies none' },
    plan: {
      type: 'string',
      valueHint: 'hash',
      description: 'apply one file only if it still does what the preview that showed this plan said',
    },
  },
  takesMore: true,
  run: (args, terminal) =>
    withDatabase(async (deps) => {
      const { name, account } = await findCnabBank(deps, args.name);
      const paths = (args._ as string[]).slice(1);
      if (args.plan !== undefined && (args.preview || paths.length > 1))
        throw new CliError('--plan is for one file that is to be applied');
      const lines: string[] = [];
      const json: unknown[] = [];
      try {
        for (const path of paths) {
          const told = await readingRetorno(path, (open) =>
            args.preview
              ? previewOne(deps, name, account, path, open)
              : receiveOne(deps, name, account, path, open, args.plan ?? null),
          );
          lines.push(...told.lines);
          json.push(told.json);
        }
      } catch (error) {
        // The files before it took effect: their reports are told once, and this is when.
        if (json.length > 0) terminal.print({ lines, json });
        throw error;
      }
      return { lines, json };
    }),
});

interface Told {
  lines: string[];
  json: unknown;
}

type OpenFile = () => AsyncIterable<Buffer>;

async function receiveOne(
  deps: CliDeps,
  name: string,
  account: CnabAccount,
  path: string,
  open: OpenFile,
  plan: string | null,
): Promise<Told> {
  const received = await receiveRetorno({ ...deps, poke: () => {} }, name, account, open, plan);
  return {
    lines: linesOfRetorno(path, received),
    json: received && { ...describeFile(received.file), ...describeOutcome(received) },
  };
}

async function previewOne(
  deps: CliDeps,
  name: string,
  account: CnabAccount,
  path: string,
  open: OpenFile,
): Promise<Told> {
  const preview = await previewRetorno(deps, name, account, open, { after: 0, most: MOST_LINES });
  const { isKnown, booked, lines, hasMore } = preview;
  return {
    lines: linesOfPreview(path, preview),
    json: isKnown ? null : { ...describeOutcome(preview), plan: preview.plan, booked, lines, hasMore },
  };
}

async function readingRetorno(path: string, read: (open: OpenFile) => Promise<Told>): Promise<Told> {
  if (!existsSync(path)) throw new CliError(`${path} does not exist`);
  try {
    return await read(() => createReadStream(path));
  } catch (error) {
    if (error instanceof RetornoError || error instanceof PlanChanged)
      throw new CliError(`${path}: ${error.message}; nothing of it was applied`);
    throw error;
  }
}

function describeOutcome({ kinds, does, paid, fees, repeated, listed, unknown, missing }: RetornoOutcome) {
  return { kinds, does, paid, fees, repeated, listed, unknown, missing };
}
