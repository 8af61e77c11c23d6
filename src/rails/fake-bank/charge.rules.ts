import { addDays, rollToBusinessDay, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';

/** What the bank knows of charges, payments and returns, in the words of Bacen's API Pix where that names them. */

export type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
export type ReturnStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
export type AskedNature = 'ORIGINAL' | 'RETIRADA';
export type MedNature = 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO';

export type Person = { cpf: string; nome: string } | { cnpj: string; nome: string };

/** The part of a charge that its receiver chose, as it came. */
export interface ChargeTerms {
  calendario: { expiracao?: number };
  devedor?: Person;
  valor: { original: string; modalidadeAlteracao?: number };
  /** Of a charge with a due date: all of it as it came. */
  due?: DueTerms;
  chave: string;
  solicitacaoPagador?: string;
  infoAdicionais?: { nome: string; valor: string }[];
}

/** What a charge has besides that is to be paid by a day. */
export interface DueTerms {
  dueDate: string;
  daysAfter: number;
  valor: DueValue;
}

export interface Rate {
  modalidade: number;
  valorPerc: string;
}

/** As it came. */
export interface DueValue {
  original: string;
  multa?: Rate;
  juros?: Rate;
  abatimento?: Rate;
  desconto?: { modalidade: number; valorPerc?: string; descontoDataFixa?: { data: string; valorPerc: string }[] };
}

export interface Charge {
  txid: string;
  revision: number;
  status: ChargeStatus;
  createdAt: Date;
  terms: ChargeTerms;
  locationId: number;
  /** Host and path, without a scheme, as the code that a payer scans carries it. */
  location: string;
  payments: Payment[];
}

export interface Payment {
  endToEndId: string;
  txid: string;
  key: string;
  amountCents: number;
  at: Date;
  payer: Person;
  note: string | null;
  /** What the sum is made of, where that is more than one part. */
  parts?: ValueParts;
  returns: Return[];
}

/** In cents. */
export interface ValueParts {
  original: number;
  multa: number;
  juros: number;
  abatimento: number;
  desconto: number;
}

export interface Return {
  id: string;
  rtrId: string;
  amountCents: number;
  nature: AskedNature | MedNature;
  description: string | null;
  requestedAt: Date;
  settledAt: Date | null;
  /** When it was settled or given up; not told. */
  endedAt: Date | null;
  status: ReturnStatus;
  reason: string | null;
}

export interface Violation {
  razao: string;
  propriedade: string;
  valor?: string;
}

/** The standard's own default, in seconds: one day. */
const DEFAULT_EXPIRY_SECONDS = 86_400;
const RETURN_WINDOW_MS = 90 * 86_400_000;

export function expirySeconds(terms: ChargeTerms): number {
  return terms.calendario.expiracao ?? DEFAULT_EXPIRY_SECONDS;
}

/** An expired charge stays ATIVA; only a payer's application refuses it. */
export function isExpired(charge: Charge, now: Date): boolean {
  if (charge.terms.due) return saoPauloDateOf(now) > lastDayOf(charge.terms.due);
  return now.getTime() >= charge.createdAt.getTime() + expirySeconds(charge.terms) * 1_000;
}

export function lastDayOf({ dueDate, daysAfter }: DueTerms): string {
  return addDays(rollToBusinessDay(dueDate), daysAfter);
}

/** What the schema cannot say of a charge. */
export function violationsOf(terms: ChargeTerms, keys: readonly string[]): Violation[] {
  const violations: Violation[] = [];
  if (terms.calendario.expiracao !== undefined && terms.calendario.expiracao <= 0)
    violations.push(
      violation('cob.calendario.expiracao', 'é igual ou menor que zero', String(terms.calendario.expiracao)),
    );
  if (centsOf(terms.valor.original) === 0)
    violations.push(violation('cob.valor.original', 'é zero', terms.valor.original));
  if (!keys.includes(terms.chave))
    violations.push(
      violation('cob.chave', 'corresponde a uma conta que não pertence a este usuário recebedor', terms.chave),
    );
  return violations;
}

function violation(propriedade: string, rest: string, valor: string): Violation {
  return { razao: `O campo ${propriedade} ${rest}.`, propriedade, valor };
}

/** Null when the payment may be given back so far, else why not. */
export function reasonToRefuseReturn(payment: Payment, amountCents: number, now: Date): Violation | null {
  if (amountCents === 0)
    return { razao: 'O campo devolucao.valor é zero.', propriedade: 'devolucao.valor', valor: reaisOf(amountCents) };
  if (amountCents > payment.amountCents - takenBackCents(payment))
    return {
      razao: 'A devolução, em conjunto com as demais, excederia o valor do pix originário.',
      propriedade: 'devolucao.valor',
      valor: reaisOf(amountCents),
    };
  if (now.getTime() > payment.at.getTime() + RETURN_WINDOW_MS)
    return { razao: 'A devolução viola a janela de tempo permitida, de 90 dias.', propriedade: 'e2eid' };
  return null;
}

/** What was given back, and what is about to be. */
export function takenBackCents(payment: Payment): number {
  return payment.returns
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** For text that the schema let through. */
export function centsOf(reais: string): number {
  return Number(reais.replace('.', ''));
}

export function reaisOf(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
