import type { StoredFile } from '../../rails/cnab240/files.sql.ts';
import type { ReceivedFile } from '../../rails/cnab240/receive-file.ts';

/** A file of either direction in one line. */
export function lineOfFile({ direction, number, made_on, titles, amount_cents, sha256 }: StoredFile): string {
  return [
    `${direction} ${number}`,
    made_on,
    `${titles} titles`,
    `${amount_cents} cents`,
    `sha256 ${sha256.toString('hex')}`,
  ].join(' | ');
}

/** What became of a retorno, for the operator; null: the same file came before. */
export function linesOfRetorno(name: string, received: ReceivedFile | null): string[] {
  if (!received) return [`${name}: came before; nothing changes`];
  const kinds = Object.entries(received.kinds).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${name}: ${lineOfFile(received.file)}`,
    `  ${[...kinds, ...(received.repeated > 0 ? [`repeated ${received.repeated}`] : [])].join(', ') || 'nothing new'}`,
    ...received.listed.map(
      ({ line, code, ourNumber, why }) => `  line ${line}, movement ${code}, ${ourNumber ?? 'no number'}: ${why}`,
    ),
    ...(received.unknown.count > 0
      ? [
          `  warning: ${received.unknown.count} payments of no boleto of ours, ` +
            `${received.unknown.cents} cents: vintem receipt list`,
        ]
      : []),
    ...(received.missing
      ? [`  warning: files ${received.missing.from} to ${received.missing.to} of the bank did not come`]
      : []),
  ];
}
