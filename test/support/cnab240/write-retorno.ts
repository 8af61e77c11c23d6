import type { CnabProfileName } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { cnabProfile } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { accountOf } from './accounts.ts';

/** What a bank tells about one title, to be written as it would. */
export interface TitleFact {
  code: string;
  sequence: number;
  year: number;
  reference: string;
  documentNumber: string;
  dueDate: string;
  nominal: number;
  charges: number;
  discount: number;
  abatement: number;
  paid: number;
  credited: number;
  fee: number;
  paidOn: string;
  creditOn: string;
  motives: string;
}

const HEADS: Readonly<Record<CnabProfileName, { bank: string; agreement: string; account: string }>> = {
  bb: { bank: '001', agreement: '0012345670014       ', account: '0123430000001234560 ' },
  bradesco: { bank: '237', agreement: '00000000000004567890', account: '0123430000001234560 ' },
  itau: { bank: '341', agreement: '                    ', account: '01234 000000056789 7' },
  santander: { bank: '033', agreement: '123450123456789     ', account: '001234567           ' },
  caixa: { bank: '104', agreement: '00000000000000000000', account: '01825412345600000000' },
  sicoob: { bank: '756', agreement: '                    ', account: '04277300000000649850' },
  sicredi: { bank: '748', agreement: '85305               ', account: '00156 0000000853054 ' },
  btg: { bank: '208', agreement: '00637576604931043053', account: '0005000000003886853 ' },
};

/** The lines of a retorno, in as many batches as there are lists. */
export function writeRetorno(name: CnabProfileName, batches: readonly (readonly TitleFact[])[]): string[] {
  const { bank, agreement, account } = HEADS[name];
  const lines = [
    at(
      [1, `${bank}00000`],
      [name === 'santander' ? 17 : 18, '2'],
      [33, agreement + account],
      [73, 'PADARIA SAO JOAO LTDA'],
      [143, `217112026${name === 'santander' ? '      ' : '183005'}000042040`],
    ),
  ];
  for (const [index, facts] of batches.entries()) {
    const batch = `${bank}${pad(index + 1, 4)}`;
    const head = name === 'santander' ? `${account}${agreement}` : agreement + account;
    lines.push(at([1, `${batch}1T01`], [14, '040'], [18, '2'], [34, head], [184, '0000004217112026']));
    lines.push(...facts.flatMap((fact, place) => writeTitle(name, batch, fact, place * 2 + 1)));
    const hasTotals = !['bb', 'santander', 'itau'].includes(name);
    const sum = facts.reduce((total, { nominal }) => total + nominal, 0);
    const totals = hasTotals ? pad(facts.length, 6) + pad(sum, 17) : '0'.repeat(23);
    lines.push(at([1, `${batch}5`], [18, pad(facts.length * 2 + 2, 6) + totals + '0'.repeat(69)]));
  }
  const last = name === 'santander' ? pad(batches.length, 4) : '9999';
  lines.push(at([1, `${bank}${last}9`], [18, pad(batches.length, 6) + pad(lines.length + 1, 6)]));
  return lines;
}

function writeTitle(name: CnabProfileName, batch: string, fact: TitleFact, place: number): string[] {
  const { account } = HEADS[name];
  const head = (segment: string, shift: number) =>
    [1, `${batch}3${pad(place + shift, 5)}${segment} ${fact.code}`] as const;
  const title =
    name === 'santander'
      ? at(
          head('T', 0),
          [18, '123450123456789'],
          [41, numberText(name, fact)],
          [54, '1'],
          [55, fact.documentNumber],
          [70, day(fact.dueDate) + pad(fact.nominal, 15)],
          [101, fact.reference],
          [126, '00'],
          [144, 'JOÃO DA SILVA'],
          [194, pad(fact.fee, 15) + fact.motives],
        )
      : at(
          head('T', 0),
          [18, name === 'caixa' ? '0182541234560000000 ' : account],
          [name === 'caixa' ? 39 : 38, numberText(name, fact)],
          [58, '1'],
          [59, fact.documentNumber],
          [74, day(fact.dueDate) + pad(fact.nominal, 15)],
          [106, name === 'caixa' ? fact.documentNumber : fact.reference],
          [131, '09'],
          [149, 'JOÃO DA SILVA'],
          [199, pad(fact.fee, 15) + fact.motives],
        );
  const amounts = [fact.charges, fact.discount, fact.abatement, 0, fact.paid, fact.credited, 0, 0];
  const payment = at(
    head('U', 1),
    [18, amounts.map((amount) => pad(amount, 15)).join('')],
    [138, day(fact.paidOn) + day(fact.creditOn)],
  );
  return [title, payment];
}

function numberText(name: CnabProfileName, { sequence, year }: TitleFact): string {
  const { digits, digit } = cnabProfile(name).numberOf(accountOf(name), { sequence, year, amountCents: 1 });
  const number = digits + (digit ?? '');
  const forms: Partial<Record<CnabProfileName, string>> = {
    bradesco: `00900000${number}`,
    itau: `109${number}`,
    caixa: `0${number}`,
    sicoob: `00${number}01014`,
    btg: number.padStart(20, '0'),
  };
  return forms[name] ?? number;
}

function at(...parts: readonly (readonly [number, string])[]): string {
  let line = ' '.repeat(240);
  for (const [from, text] of parts) line = line.slice(0, from - 1) + text + line.slice(from - 1 + text.length);
  if (line.length !== 240) throw new Error(`a line of ${line.length} columns`);
  return line;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function day(isoDate: string): string {
  return isoDate === '' ? '        ' : isoDate.slice(8) + isoDate.slice(5, 7) + isoDate.slice(0, 4);
}
