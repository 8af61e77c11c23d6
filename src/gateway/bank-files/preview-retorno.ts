import type { Deps } from '../../ground/deps.ts';
import type { CnabAccount } from '../../rails/cnab240/layout/profiles.rules.ts';
import { type PreviewedFile, previewFile } from '../../rails/cnab240/retornos/preview-file.ts';
import { type PreviewLine, previewLineOf } from './preview.rules.ts';

/** What a retorno would do as a whole, and some of its lines. */
export interface RetornoPreview extends PreviewedFile {
  /** What of the paid sums would be booked as which. */
  booked: { fineCents: number; interestCents: number; discountCents: number; unexplained: number };
  lines: PreviewLine[];
  /** Whether there are lines after these. */
  hasMore: boolean;
}

export interface LineWindow {
  /** Lines up to this one are left out. */
  after: number;
  most: number;
}

/** What `receiveRetorno` would do with the same file now. Changes nothing. */
export async function previewRetorno(
  deps: Pick<Deps, 'db' | 'clock'>,
  acquirer: string,
  account: CnabAccount,
  open: () => AsyncIterable<Buffer>,
  { after, most }: LineWindow,
): Promise<RetornoPreview> {
  const booked = { fineCents: 0, interestCents: 0, discountCents: 0, unexplained: 0 };
  const lines: PreviewLine[] = [];
  let hasMore = false;
  const preview = await previewFile(deps, acquirer, account, open, (planned) => {
    for (const line of planned.map(previewLineOf)) {
      addBooked(booked, line);
      if (line.line > after && lines.length < most) lines.push(line);
      else if (line.line > after) hasMore = true;
    }
  });
  return { ...preview, booked, lines, hasMore };
}

function addBooked(sum: RetornoPreview['booked'], { booked }: PreviewLine): void {
  if (!booked) return;
  sum.fineCents += booked.fineCents;
  sum.interestCents += booked.interestCents;
  sum.discountCents += booked.discountCents;
  sum.unexplained += booked.isExplained ? 0 : 1;
}
