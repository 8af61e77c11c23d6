import { isCnpj, isCpf, UF_CODES } from '../../../../ground/brazil/documents.rules.ts';
import type { CnabAccount } from '../account.rules.ts';
import { inCents } from '../due.rules.ts';
import type { CnabProfile, Motive } from '../profiles/profile.rules.ts';
import type { Row } from '../records/row.rules.ts';
import type { Discount, Payer, Terms, TitleOnPaper } from '../title.rules.ts';
import type { Order } from './read-remessa.rules.ts';

/** The bank refuses amounts that end in these cents, so that a rejection can be had at will. */
const REFUSED_CENTS = 99;
const REAL = '09';
/** Itaú leaves the currency to itself, and Santander calls it by another number. */
const CURRENCIES: readonly string[] = [REAL, '00'];

export interface Entry {
  title: TitleOnPaper;
  terms: Terms;
  writeOffDays: number | null;
  /** Why the bank does not take it; none: it does. */
  problems: Motive[];
}

/** What P tells about the title, also where the bank will refuse it: the refusal names it. */
export function titleOf(order: Order, profile: CnabProfile, account: CnabAccount): TitleOnPaper {
  const { p, q } = order;
  const our = profile.readNumber(p, account);
  return {
    number: our?.number ?? '',
    digit: our?.digit ?? '',
    walletCode: p.text('walletCode') || '0',
    document: p.text('document'),
    reference: p.text('reference'),
    dueDate: p.date('dueDate'),
    amountCents: p.hundredths('amount') || 0,
    payer: payerOf(q),
  };
}

export function readEntry(order: Order, profile: CnabProfile, account: CnabAccount): Entry {
  const { p, q, r } = order;
  const title = titleOf(order, profile, account);
  const problems: Motive[] = [];
  const refuse = (isWrong: boolean, motive: Motive) => {
    if (isWrong && !problems.includes(motive)) problems.push(motive);
  };
  refuse(!isOurAccount(p, profile, account), 'account');
  refuse(!profile.hasWallet(p, account), 'wallet');
  refuse(title.number === '', 'number');
  const issueDate = p.date('issueDate');
  refuse(title.dueDate === null, 'dueDate');
  refuse(issueDate === null, 'issueDate');
  refuse(title.dueDate !== null && issueDate !== null && title.dueDate < issueDate, 'dueBeforeIssue');
  refuse(title.amountCents === 0 || title.amountCents % 100 === REFUSED_CENTS, 'amount');
  refuse(Number(p.text('species')) === 0, 'species');
  refuse(!/^[AN]$/.test(p.text('acceptance')), 'acceptance');
  refuse(!CURRENCIES.includes(p.text('currency')), 'currency');
  refuse(profile.name === 'caixa' && !/^[13]$/.test(p.text('protestCode')), 'protest');
  refuse(profile.name === 'caixa' && !/^[12]$/.test(p.text('writeOffCode')), 'writeOffTerm');
  refuse(profile.name === 'caixa' && title.reference !== title.document, 'number');
  if (q) checkPayer(q, title.payer, refuse);
  const terms = readTerms({ p, r, amountCents: title.amountCents, dueDate: title.dueDate, profile }, refuse);
  return { title, terms, writeOffDays: writeOffDaysOf(p), problems };
}

export function isOurAccount(p: Row, profile: CnabProfile, account: CnabAccount): boolean {
  const { branch = '', account: number = '' } = profile.titleAccount(account);
  return Number(p.text('branch')) === Number(branch) && Number(p.text('account')) === Number(number);
}

function payerOf(q: Row | null): Payer {
  if (!q) return { type: '0', document: '', name: '' };
  const type = q.text('payerType');
  const width = type === '1' ? 11 : 14;
  return { type, document: q.text('payerDocument').slice(-width), name: q.text('payerName') };
}

type Refuse = (isWrong: boolean, motive: Motive) => void;

function checkPayer(q: Row, { type, document, name }: Payer, refuse: Refuse): void {
  refuse(!(type === '1' ? isCpf(document) : type === '2' && isCnpj(document)), 'payerDocument');
  refuse(name === '', 'payerName');
  refuse(q.text('address') === '', 'payerAddress');
  refuse(Number(q.text('zip') + q.text('zipSuffix')) === 0, 'zip');
  refuse(!(UF_CODES as readonly string[]).includes(q.text('state')), 'state');
}

interface TermsOnPaper {
  p: Row;
  r: Row | null;
  amountCents: number;
  dueDate: string | null;
  profile: CnabProfile;
}

function readTerms({ p, r, amountCents, dueDate, profile }: TermsOnPaper, refuse: Refuse): Terms {
  const discounts = [
    readDiscount(p, 'discount', profile, refuse),
    ...(r ? [readDiscount(r, 'discount2', profile, refuse)] : []),
    // Santander has no columns for a third one.
    ...(r && profile.name !== 'santander' ? [readDiscount(r, 'discount3', profile, refuse)] : []),
  ].filter((discount) => discount !== null);
  const abatementCents = p.hundredths('abatement');
  const interest = readInterest(p, profile, refuse);
  // Santander's papers count from the due date itself.
  const isSooner = profile.name === 'santander' ? isBefore : isNotAfter;
  refuse(Boolean(interest?.from && dueDate && isSooner(interest.from, dueDate)), 'interest');
  refuse(
    discounts.some((discount) => inCents(discount, amountCents) >= amountCents),
    'discount',
  );
  refuse(abatementCents > 0 && abatementCents >= amountCents, 'abatement');
  return { fine: r ? readFine(r, refuse) : null, interest, discounts, abatementCents };
}

const isBefore = (one: string, other: string) => one < other;
const isNotAfter = (one: string, other: string) => one <= other;

/** Itaú knows a value for each day and nothing else; Sicoob says by 0 that there is none. */
function readInterest(p: Row, { name }: CnabProfile, refuse: Refuse): Terms['interest'] {
  const value = p.hundredths('interest');
  const from = p.date('interestDate');
  const code = p.text('interestCode');
  if (name === 'itau') return value === 0 ? null : { kind: 'daily amount', value, from };
  const isNone = name === 'sicoob' ? code === '0' : code === '3';
  if (isNone) return null;
  refuse(code !== '1' && code !== '2', 'interestCode');
  refuse(value === 0, 'interest');
  return { kind: code === '1' ? 'daily amount' : 'monthly percent', value, from };
}

function readDiscount(row: Row, name: string, profile: CnabProfile, refuse: Refuse): Discount | null {
  const code = row.text(`${name}Code`);
  const value = row.hundredths(name);
  const until = row.date(`${name}Date`);
  if (code === '0' && (profile.name !== 'itau' || value === 0)) return null;
  refuse(!/^[012]$/.test(code), 'discountCode');
  refuse(until === null || value === 0, 'discount');
  return until === null ? null : { kind: code === '2' ? 'percent' : 'amount', value, until };
}

function readFine(r: Row, refuse: Refuse): Terms['fine'] {
  const code = r.text('fineCode');
  const value = r.hundredths('fine');
  if (code === '' || code === '0') return null;
  refuse(code !== '1' && code !== '2', 'fineCode');
  refuse(value === 0, 'fine');
  return { kind: code === '2' ? 'percent' : 'amount', value, from: r.date('fineDate') };
}

function writeOffDaysOf(p: Row): number | null {
  const days = p.text('writeOffDays');
  return p.text('writeOffCode') === '1' && /^\d+$/.test(days) ? Number(days) : null;
}
