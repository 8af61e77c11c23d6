import path from 'node:path';
import { command, group, type Outcome } from './command.ts';
import { amountOf, fakeBankFolder, steer } from './steer-fake-bank.ts';
import { readWhole } from './values.ts';

const dir = {
  type: 'string',
  description: 'the folder that --cnab named when it was started (default: cnab in the folder of the fake bank)',
  valueHint: 'DIR',
} as const;
const title = { type: 'positional', description: 'our number, or our reference', required: true } as const;
const day = {
  type: 'string',
  description: 'the day of the payment (default: today)',
  valueHint: '2026-11-30',
} as const;
const amount = {
  type: 'string',
  description: 'in reais (default: what is due on that day)',
  valueHint: '12.34',
} as const;
const required = { ...amount, description: 'in reais', required: true } as const;

type Answer = Record<string, unknown>;

const ask = (dirOption: string | undefined, route: string, body: object | null): Promise<Answer> =>
  steer(
    path.resolve(dirOption ?? path.join(fakeBankFolder(undefined), 'cnab')),
    route,
    body,
    'vintem fake-bank --cnab',
  );

const about = (key: string, act: string) => `/titles/${encodeURIComponent(key)}/${act}`;

function outcomeOf(answer: Answer): Outcome {
  const paid = answer['paid'] as { day: string; amountCents: number } | null;
  const payOn = answer['payOn'] as { day: string } | null;
  const state = paid
    ? `paid on ${paid.day}: R$ ${(paid.amountCents / 100).toFixed(2)}`
    : payOn
      ? `will be paid on ${payOn.day}`
      : String(answer['status']);
  return { lines: [`${answer['number']}: ${state}`], json: answer };
}

const pay = command({
  name: 'pay',
  description: 'Pay a slip: what its terms make of that day, or another amount; a later day is waited for',
  examples: [
    'vintem fake-bank cnab pay pay_01J9… --day 2026-12-03',
    'vintem fake-bank cnab pay 00223350 --amount 9.99',
  ],
  args: {
    title,
    day,
    amount,
    online: { type: 'boolean', description: 'as Caixa tells payments online (46)' },
    force: { type: 'boolean', description: 'whatever its state: so it is paid twice' },
    dir,
  },
  async run(args) {
    const flags = { ...(args.online && { isOnline: true }), ...(args.force && { isForced: true }) };
    const body = { ...dayOf(args.day), ...amountOf(args.amount), ...flags };
    return outcomeOf(await ask(args.dir, about(args.title, 'pay'), body));
  },
});

const payAfterWriteOff = command({
  name: 'pay-after-write-off',
  description: 'Pay a slip that was written off, told in the way of the bank (17 at most of them)',
  examples: ['vintem fake-bank cnab pay-after-write-off pay_01J9…'],
  args: { title, day, amount, dir },
  async run(args) {
    const body = { ...dayOf(args.day), ...amountOf(args.amount) };
    return outcomeOf(await ask(args.dir, about(args.title, 'pay-after-write-off'), body));
  },
});

const takeBack = command({
  name: 'take-back',
  description: 'Undo a payment, where the bank has a code for it (bb, santander, caixa)',
  examples: ['vintem fake-bank cnab take-back pay_01J9…'],
  args: { title, dir },
  async run(args) {
    return outcomeOf(await ask(args.dir, about(args.title, 'take-back'), {}));
  },
});

const writeOff = command({
  name: 'write-off',
  description: 'Write a slip off, as the bank does by itself',
  examples: ['vintem fake-bank cnab write-off pay_01J9…'],
  args: { title, dir },
  async run(args) {
    return outcomeOf(await ask(args.dir, about(args.title, 'write-off'), {}));
  },
});

const fee = command({
  name: 'fee',
  description: 'Charge a fee for a slip (28 at most banks)',
  examples: ['vintem fake-bank cnab fee pay_01J9… --amount 2.50'],
  args: { title, amount: required, dir },
  async run(args) {
    return outcomeOf(await ask(args.dir, about(args.title, 'fee'), amountOf(args.amount)));
  },
});

const say = command({
  name: 'say',
  description: 'Tell anything about a slip, also by a code that no paper knows',
  examples: ['vintem fake-bank cnab say pay_01J9… --code 98'],
  args: {
    title,
    code: { type: 'string', description: 'two figures', required: true, valueHint: '98' },
    motive: { type: 'string', description: 'two characters', valueHint: '01' },
    dir,
  },
  async run(args) {
    const motives = args.motive === undefined ? {} : { motives: [args.motive] };
    return outcomeOf(await ask(args.dir, about(args.title, 'say'), { code: args.code, ...motives }));
  },
});

const stranger = command({
  name: 'stranger',
  description: 'Tell of money for a slip that nobody sent to this bank',
  examples: ['vintem fake-bank cnab stranger 00000777 --amount 42.00'],
  args: { number: { type: 'positional', description: 'our number', required: true }, amount: required, dir },
  async run(args) {
    const json = { number: args.number, ...amountOf(args.amount) };
    await ask(args.dir, '/strangers', json);
    return { lines: [`${args.number}: will be told`], json };
  },
});

/** As the bank names them; it is not imported for these words. */
const FAULTS =
  'of the next retorno: twice, lines_again, gap, cut, lf, no_line_ends, bom, accents, ctrl_z, blanks, delayed, ' +
  'growing; of the next remessa: answered_later';

const fault = command({
  name: 'fault',
  description: 'Spoil the next retorno, or answer the next remessa late',
  examples: ['vintem fake-bank cnab fault gap', 'vintem fake-bank cnab fault delayed --seconds 60'],
  args: {
    kind: { type: 'positional', description: FAULTS, required: true },
    seconds: { type: 'string', description: 'how long a delayed file is late', valueHint: '60' },
    dir,
  },
  async run(args) {
    const delay = args.seconds === undefined ? {} : { delaySeconds: readWhole('--seconds', args.seconds) };
    const answer = await ask(args.dir, '/faults', { kind: args.kind, ...delay });
    const kinds = (answer['faults'] as { kind: string }[]).map(({ kind }) => kind);
    return { lines: [`waiting: ${kinds.join(', ')}`], json: answer };
  },
});

const closeDay = command({
  name: 'close-day',
  description: 'Write the retorno with everything that happened since the last one',
  examples: ['vintem fake-bank cnab close-day'],
  args: { dir },
  async run(args) {
    const answer = await ask(args.dir, '/close-day', {});
    const retorno = answer['retorno'] as { name: string; movements: number } | null;
    const line = retorno ? `${retorno.name}: ${retorno.movements} movements` : 'nothing happened: no file was written';
    return { lines: [line], json: answer };
  },
});

const titles = command({
  name: 'titles',
  description: 'List what the bank has registered',
  examples: ['vintem fake-bank cnab titles'],
  args: { dir },
  async run(args) {
    const answer = await ask(args.dir, '/titles', null);
    return { lines: (answer['titles'] as Answer[]).flatMap((one) => outcomeOf(one).lines), json: answer };
  },
});

export const fakeBankCnab = group(
  { name: 'cnab', description: 'The bank that takes files: pay its slips, close its day, spoil its files' },
  {
    pay,
    'pay-after-write-off': payAfterWriteOff,
    'take-back': takeBack,
    'write-off': writeOff,
    fee,
    say,
    stranger,
    fault,
    'close-day': closeDay,
    titles,
  },
);

function dayOf(text: string | undefined): { day?: string } {
  return text === undefined ? {} : { day: text };
}
