import { INVENTED_ACCOUNTS, type ProfileName } from '../../../../src/rails/fake-bank/cnab/account.rules.ts';

/**
 * Remessas written column by column from the papers of the banks. It knows nothing of the layouts of the bank that it
 * is tried on: a mistake of one is not a mistake of the other.
 */

export interface Slip {
  movement: string;
  /** The number with its digit, as P carries it. */
  number: string;
  reference: string;
  document: string;
  dueDate: string;
  amountCents: number;
  /** Code, date and value as P carries them. */
  interest: readonly [string, string, number];
  discount: readonly [string, string, number];
  /** Of R; null: no R. */
  fine: readonly [string, string, number] | null;
  discount2: readonly [string, string, number];
  zip: string;
  payerDocument: string;
  hasPayer: boolean;
  writeOffDays: number | null;
}

export const NO_DATE = '00000000';
const CRLF = '\r\n';

const BANKS: Record<ProfileName, { bank: string; file: string; batch: string }> = {
  bb: { bank: '001', file: '084', batch: '043' },
  bradesco: { bank: '237', file: '084', batch: '042' },
  itau: { bank: '341', file: '040', batch: '030' },
  santander: { bank: '033', file: '040', batch: '030' },
  caixa: { bank: '104', file: '101', batch: '060' },
  sicoob: { bank: '756', file: '081', batch: '040' },
  sicredi: { bank: '748', file: '081', batch: '040' },
  btg: { bank: '208', file: '083', batch: '060' },
};

/** Three numbers of each bank with their digits, worked out by hand or printed by public tests. */
export const NUMBERS: Record<ProfileName, readonly [string, string, string]> = {
  bb: ['12345670000000005', '12345670000000006', '12345670000000007'],
  bradesco: ['519200016481', '00000000453P', '000000004548'],
  itau: ['002233502', '002233510', '002233528'],
  santander: ['0000000004561', '0000000004430', '0000090000269'],
  caixa: ['000000000000006', '000000000000007', '000000000000008'],
  sicoob: ['00000040', '00123492', '00000058'],
  sicredi: ['192000102', '192000030', '192000048'],
  btg: ['000000063804', '100000000238', '000000063812'],
};

class Line {
  #text = ' '.repeat(240);

  put(from: number, text: string): this {
    this.#text = this.#text.slice(0, from - 1) + text + this.#text.slice(from - 1 + text.length);
    return this;
  }

  zeros(from: number, to: number): this {
    return this.put(from, '0'.repeat(to - from + 1));
  }

  num(from: number, to: number, value: number | string): this {
    return this.put(from, String(value).padStart(to - from + 1, '0'));
  }

  toString(): string {
    return this.#text;
  }
}

export function slipOf(profile: ProfileName, which: 0 | 1 | 2 = 0, changes: Partial<Slip> = {}): Slip {
  const isItau = profile === 'itau';
  const isSicoob = profile === 'sicoob';
  return {
    movement: '01',
    number: NUMBERS[profile][which],
    reference: profile === 'caixa' ? `10${which}` : `pay_0${which}`,
    document: `10${which}`,
    dueDate: '30112026',
    amountCents: 15_000,
    interest: [isItau || isSicoob ? '0' : '3', NO_DATE, 0],
    discount: ['0', NO_DATE, 0],
    fine: null,
    discount2: ['0', NO_DATE, 0],
    zip: '01310100',
    payerDocument: '52998224725',
    hasPayer: true,
    writeOffDays: null,
    ...changes,
  };
}

export function remessaLines(profile: ProfileName, fileNumber: number, slips: readonly Slip[]): string[] {
  const details: string[] = [];
  for (const slip of slips) {
    for (const write of [segmentP, segmentQ, segmentR]) {
      const line = write(profile, slip);
      if (line) details.push(line.num(9, 13, details.length + 1).toString());
    }
  }
  const { bank } = BANKS[profile];
  return [
    fileHeader(profile, fileNumber),
    batchHeader(profile, fileNumber),
    ...details,
    new Line()
      .put(1, `${bank}00015`)
      .num(18, 23, details.length + 2)
      .zeros(24, 115)
      .toString(),
    new Line()
      .put(1, `${bank}99999`)
      .num(18, 23, 1)
      .num(24, 29, details.length + 4)
      .zeros(30, 35)
      .toString(),
  ];
}

export function remessa(profile: ProfileName, fileNumber: number, slips: readonly Slip[]): string {
  return remessaLines(profile, fileNumber, slips)
    .map((line) => line + CRLF)
    .join('');
}

function fileHeader(profile: ProfileName, fileNumber: number): string {
  const { bank, file } = BANKS[profile];
  const line = new Line().put(1, `${bank}00000`).put(18, '2').put(19, '11222333000181');
  if (profile === 'santander') line.put(17, '2').put(18, '011222333000181').put(33, '123400001234567');
  else customer(line, profile, 33);
  line.put(73, 'LOJA DE TESTE').put(103, 'BANCO').put(143, '1').put(144, '17112026');
  if (profile !== 'santander') line.put(152, '101500');
  return line.num(158, 163, fileNumber).put(164, file).zeros(167, 171).toString();
}

function batchHeader(profile: ProfileName, fileNumber: number): string {
  const { bank, batch } = BANKS[profile];
  const line = new Line().put(1, `${bank}00011R01`).put(14, batch).put(18, '2').put(19, '011222333000181');
  if (profile === 'santander') line.put(54, '123400001234567');
  else customer(line, profile, 34);
  return line.put(74, 'LOJA DE TESTE').num(184, 191, fileNumber).put(192, '17112026').zeros(200, 207).toString();
}

/** Agreement, branch and account, which stand one column later in the header of a batch. */
function customer(line: Line, profile: ProfileName, at: number): void {
  const { agreement, branch, branchDigit, account, accountDigit } = INVENTED_ACCOUNTS[profile];
  if (profile === 'bb') line.num(at, at + 8, agreement).put(at + 9, '001417019');
  if (['bradesco', 'btg'].includes(profile)) line.put(at, agreement);
  line.num(at + 20, at + 24, branch).put(at + 25, branchDigit);
  line.num(at + 26, at + 37, account).put(at + (profile === 'itau' ? 39 : 38), accountDigit);
}

function segmentP(profile: ProfileName, slip: Slip): Line {
  const line = new Line().put(1, `${BANKS[profile].bank}00013`).put(14, 'P').put(16, slip.movement);
  P_ACCOUNTS[profile](line, slip.number);
  line.put(63, slip.document).put(78, slip.dueDate).num(86, 100, slip.amountCents).zeros(101, 105).put(107, '02');
  line.put(109, 'N').put(110, '17112026').put(118, slip.interest[0]).put(119, slip.interest[1]);
  line.num(127, 141, slip.interest[2]).put(142, slip.discount[0]).put(143, slip.discount[1]);
  line.num(151, 165, slip.discount[2]).zeros(166, 195).put(196, slip.reference).put(221, '300');
  const days = slip.writeOffDays;
  line
    .put(224, days === null ? '2' : '1')
    .num(225, 227, days ?? 0)
    .put(228, '09')
    .zeros(230, 239);
  return P_BENDS[profile](line, days);
}

const P_ACCOUNTS: Record<ProfileName, (line: Line, number: string) => Line> = {
  bb: (line, number) => line.put(18, '0123430000001234560').put(38, number).put(58, '71122'),
  bradesco: (line, number) => line.put(18, '0123430000001234560').put(38, `00900000${number}`).put(58, '11122'),
  itau: (line, number) => line.put(18, '01234 000000056789 7').put(38, `109${number}`).put(58, '00000'),
  santander: (line, number) => line.put(18, '123450012345674').put(45, number).put(58, '111'),
  caixa: (line, number) => line.put(18, '0182541234560000000000014').put(43, number).put(58, '11222'),
  sicoob: (line, number) => line.put(18, '0427730000000064985').num(38, 47, number).put(48, '01014').put(58, '10 22'),
  sicredi: (line, number) => line.put(18, '00156 0000000853054').put(38, number).put(58, '11122'),
  btg: (line, number) => line.put(18, '0005000000003886853').num(38, 57, number).put(58, '11122'),
};

const P_BENDS: Record<ProfileName, (line: Line, days: number | null) => Line> = {
  bb: (line) => line,
  bradesco: (line) => line,
  itau: (line, days) => line.num(225, 226, days ?? 0).zeros(227, 239),
  santander: (line, days) =>
    line
      .put(225, '0')
      .num(226, 227, days ?? 0)
      .put(230, ' '.repeat(11)),
  caixa: (line) => line.zeros(101, 106),
  sicoob: (line) => line.put(224, '0   '),
  sicredi: (line) => line.put(224, '1060'),
  btg: (line) => line,
};

function segmentQ(profile: ProfileName, slip: Slip): Line | null {
  if (!slip.hasPayer) return null;
  const line = new Line().put(1, `${BANKS[profile].bank}00013`).put(14, 'Q').put(16, slip.movement);
  line.put(18, slip.payerDocument.length === 11 ? '1' : '2').num(19, 33, slip.payerDocument);
  line.put(34, 'FULANO DE TAL').put(74, 'AVENIDA PAULISTA 1000').put(129, slip.zip).put(137, 'SAO PAULO');
  return line.put(152, 'SP').put(154, '0').zeros(155, 169).zeros(210, 212);
}

function segmentR(profile: ProfileName, { movement, fine, discount2 }: Slip): Line | null {
  if (!fine && discount2[0] === '0') return null;
  const line = new Line().put(1, `${BANKS[profile].bank}00013`).put(14, 'R').put(16, movement);
  line.put(18, discount2[0]).put(19, discount2[1]).num(27, 41, discount2[2]).zeros(42, 65);
  const [code, date, value] = fine ?? ['0', NO_DATE, 0];
  return line.put(66, code).put(67, date).num(75, 89, value).zeros(200, 215).zeros(217, 228).put(231, '0');
}
