import { saoPauloTimeOf } from '../../../../ground/brazil/calendar.rules.ts';
import type { CnabAccount } from '../account.rules.ts';
import type { CnabProfile } from '../profiles/profile.rules.ts';
import { BATCH_TRAILER } from '../records/febraban.rules.ts';
import { bend, type Layout, type RecordValues, writeRecord } from '../records/layout.rules.ts';
import type { Movement } from '../title.rules.ts';

const RETORNO = '2';

export interface Retorno {
  fileNumber: number;
  at: Date;
  movements: readonly Movement[];
}

/** How the lines differ from good ones. */
export interface LineOddities {
  /** Numbers that are zero are blank. */
  hasBlanksForZeros: boolean;
  hasAccents: boolean;
}

/** A whole file, one text of 240 columns for each record. */
export function retornoLines(
  retorno: Retorno,
  profile: CnabProfile,
  account: CnabAccount,
  oddities: LineOddities = { hasBlanksForZeros: false, hasAccents: false },
): string[] {
  const { fileNumber, movements } = retorno;
  const { bank, returnBatch: batch, returnVersions, returnTrailerBatch } = profile;
  const { date, time } = saoPauloTimeOf(retorno.at);
  const shared = { bank, batch, ...customer(account), date: writeDate(date, profile), fileNumber };
  const [fileVersion, batchVersion] = returnVersions;
  const bankName = withAccents(profile.bankName, oddities);
  const details = movements.flatMap(detailWriter(profile, account, oddities));
  const sum = movements.reduce((total, { title }) => total + title.amountCents, 0);
  return [
    writeRecord(profile.returnHeaders?.file ?? profile.fileHeader, {
      ...{
        ...shared,
        ...(profile.returnHeaders?.values(account) ?? profile.header(account)),
        bankName,
        direction: RETORNO,
        version: fileVersion,
      },
      time: time.replaceAll(':', ''),
    }),
    writeRecord(bend(profile.returnHeaders?.batch ?? profile.batchHeader, '9 operation =T\n200-207 zeros'), {
      ...{
        ...shared,
        ...(profile.returnHeaders?.values(account) ?? profile.batchHeaderOf(account)),
        version: batchVersion,
      },
    }),
    ...details,
    writeRecord(BATCH_TRAILER, { bank, batch, records: details.length + 2, titles: movements.length, titlesSum: sum }),
    writeRecord(bend(profile.fileTrailer, '30-35 zeros'), {
      ...{ bank, batch: returnTrailerBatch, batches: 1, records: details.length + 4 },
    }),
  ];
}

function customer({ name, document }: CnabAccount): Record<string, string> {
  return { company: name.toUpperCase(), documentType: document.length === 11 ? '1' : '2', document };
}

function detailWriter(profile: CnabProfile, account: CnabAccount, oddities: LineOddities) {
  const { bank, returnBatch: batch } = profile;
  const always = { bank, batch, ...profile.titleAccount(account), ...profile.moreOfT(account) };
  const write = (layout: Layout, ...sources: RecordValues[]) => {
    const line = writeRecord(layout, ...sources, always);
    return oddities.hasBlanksForZeros ? blankZeros(layout, line) : line;
  };
  return (movement: Movement, index: number): string[] => {
    const { number, digit } = movement.title;
    // A title without a number is one that the bank could not read: its line has none either.
    const our = number === '' ? {} : profile.writeNumber({ number, digit }, account);
    const placed = (sequence: number) => ({ sequence, movement: movement.code });
    return [
      write(profile.segmentT, placed(2 * index + 1), our, valuesOfT(movement, profile, oddities)),
      write(profile.segmentU, placed(2 * index + 2), valuesOfU(movement, profile)),
    ];
  };
}

function valuesOfT(
  { title, motives, isMoney, feeCents }: Movement,
  profile: CnabProfile,
  oddities: LineOddities,
): RecordValues {
  const { receiving } = profile;
  const { payer } = title;
  return {
    walletCode: title.walletCode,
    document: title.document,
    dueDate: writeDate(title.dueDate, profile),
    amount: title.amountCents,
    receivingBank: isMoney ? receiving.bank : 0,
    receivingBranch: isMoney ? receiving.branch : 0,
    receivingDigit: isMoney ? receiving.digit : 0,
    reference: title.reference,
    payerType: payer.type,
    payerDocument: payer.document,
    payerName: withAccents(payer.name, oddities),
    fee: feeCents,
    motives: profile.writeMotives(motives),
    channel: isMoney ? profile.paidChannel : '',
  };
}

function valuesOfU(movement: Movement, profile: CnabProfile): RecordValues {
  const { creditedCents, paidCents } = movement;
  return {
    charges: movement.chargesCents,
    discount: movement.discountCents,
    abatement: movement.abatementCents,
    // Itaú shows what it credits in both columns.
    paid: profile.name === 'itau' ? creditedCents : paidCents,
    credited: creditedCents,
    day: writeDate(movement.day, profile),
    creditDay: writeDate(movement.creditDay, profile),
  };
}

function writeDate(date: string | null, { noDate }: CnabProfile): string {
  return date === null ? noDate : date.split('-').reverse().join('');
}

function withAccents(text: string, { hasAccents }: LineOddities): string {
  return hasAccents ? text.replace('A', 'Ã').replace('C', 'Ç').replace('E', 'É') : text;
}

function blankZeros(layout: Layout, line: string): string {
  return layout
    .map(({ from, to }) => {
      const text = line.slice(from - 1, to);
      return /^0+$/.test(text) ? ' '.repeat(text.length) : text;
    })
    .join('');
}
