import type { StoredFile } from '../../rails/cnab240/files.sql.ts';
import type { ReceivedFile } from '../../rails/cnab240/retornos/receive-file.ts';
import type { RetornoOutcome } from '../../rails/cnab240/retornos/tally.rules.ts';
import type { PreviewLine } from './preview.rules.ts';
import type { RetornoPreview } from './preview-retorno.ts';

type NamedFile = Pick<StoredFile, 'direction' | 'number' | 'made_on' | 'titles' | 'amount_cents' | 'sha256'>;

/** A file of either direction in one line. */
export function lineOfFile({ direction, number, made_on, titles, amount_cents, sha256 }: NamedFile): string {
  return [
    `${direction} ${number}`,
    made_on,
    `${titles} titles`,
    `${amount_cents} cents`,
    `sha256 ${sha256.toString('hex')}`,
  ].join(' | ');
}

const CAME_BEFORE = 'came before; nothing changes';

/** What became of a retorno, for the operator; null: the same file came before. */
export function linesOfRetorno(name: string, received: ReceivedFile | null): string[] {
  if (!received) return [`${name}: ${CAME_BEFORE}`];
  return [`${name}: ${lineOfFile(received.file)}`, ...linesOfOutcome(received)];
}

/** What would become of a retorno, in the same words, and line by line. */
export function linesOfPreview(name: string, preview: RetornoPreview): string[] {
  if (preview.isKnown) return [`${name}: ${CAME_BEFORE}`];
  const { lines, hasMore, booked } = preview;
  const { fineCents, interestCents, discountCents, unexplained } = booked;
  const { paid, fees } = preview;
  return [
    `${name}: ${lineOfFile(namedFile(preview))}`,
    ...lines.map(lineOfPreview),
    ...(hasMore ? [`  more lines follow after line ${lines.at(-1)?.line}`] : []),
    'as a whole:',
    ...linesOfOutcome(preview),
    `  paid ${paid.count}: ${paid.cents} cents, of it fine ${fineCents}, interest ${interestCents}, ` +
      `less discount ${discountCents}`,
    `  fees of the bank ${fees.count}: ${fees.cents} cents`,
    ...(unexplained > 0 ? [`  warning: ${unexplained} sums that no terms explain`] : []),
    `  plan ${preview.plan}`,
    'nothing was applied',
  ];
}

function namedFile({ checked: { summary, paidCents, sha256 } }: RetornoPreview): NamedFile {
  const { fileNumber: number, madeOn: made_on, titles } = summary;
  return { direction: 'retorno', number, made_on, titles, amount_cents: paidCents, sha256 };
}

function linesOfOutcome({ kinds, repeated, listed, remarks, unknown, missing }: RetornoOutcome): string[] {
  const counted = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
  return [
    `  ${[...counted, ...(repeated > 0 ? [`repeated ${repeated}`] : [])].join(', ') || 'nothing new'}`,
    ...listed.map(
      ({ line, code, ourNumber, why }) => `  line ${line}, movement ${code}, ${ourNumber ?? 'no number'}: ${why}`,
    ),
    ...(remarks > listed.length ? [`  and ${remarks - listed.length} more that a person should read`] : []),
    ...(unknown.count > 0
      ? [`  warning: ${unknown.count} payments of no boleto of ours, ` + `${unknown.cents} cents: vintem receipt list`]
      : []),
    ...(missing ? [`  warning: files ${missing.from} to ${missing.to} of the bank did not come`] : []),
  ];
}

function lineOfPreview(line: PreviewLine): string {
  const { statusBefore, statusAfter, paidCents, feeCents, does } = line;
  const effect = [
    ...(does === 'came_before' ? ['came before'] : []),
    ...(does === 'nothing' ? ['nothing changes'] : []),
    ...(does === 'keeps_receipt' ? ['kept as money of nobody'] : []),
    ...(does === 'changes_title' ? [`${statusBefore} to ${statusAfter}`] : []),
    ...(paidCents > 0 ? [`paid ${paidCents}`] : []),
    ...(feeCents > 0 ? [`fee ${feeCents}`] : []),
    ...(line.reason === null ? [] : [line.reason]),
  ];
  const { kind, code, ourNumber } = line;
  return `  line ${line.line}, movement ${code}, ${ourNumber ?? 'no number'}: ${kind}, ${effect.join(', ')}`;
}
