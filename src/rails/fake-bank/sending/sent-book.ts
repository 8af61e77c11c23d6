import { type Person, reaisOf } from '../charge.rules.ts';
import type { BankClock } from '../clock.ts';
import { newEndToEndId, newHexId } from '../ids.ts';
import { Problem } from '../problem.ts';

/** The oldest are forgotten beyond this many. */
const MAX_SENT = 20_000;

export interface SentOrder {
  amountCents: number;
  payerKey: string;
  receiver: { chave?: string; contaBanco?: { cpf?: string; cnpj?: string; nome: string } };
}

interface SentReturn {
  rtrId: string;
  amountCents: number;
  reason: string;
  at: Date;
}

export interface SentPix extends SentOrder {
  idEnvio: string;
  endToEndId: string;
  holder: Person;
  requestedAt: Date;
  endedAt: Date | null;
  status: 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO';
  returns: SentReturn[];
}

/** What one client has sent, in memory. Its id is the key: the same id is the same payout, whatever else is asked. */
export class SentBook {
  readonly #sent = new Map<string, SentPix>();
  readonly #clock: BankClock;

  constructor(clock: BankClock) {
    this.#clock = clock;
  }

  begin(idEnvio: string, order: SentOrder): SentPix {
    const known = this.#sent.get(idEnvio);
    if (known) return known;
    const now = this.#clock.now();
    const sent: SentPix = {
      ...order,
      idEnvio,
      endToEndId: newEndToEndId('E', now),
      holder: holderOf(order.receiver),
      requestedAt: now,
      endedAt: null,
      status: 'EM_PROCESSAMENTO',
      returns: [],
    };
    this.#sent.set(idEnvio, sent);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > MAX_SENT && oldest !== undefined) this.#sent.delete(oldest);
    return sent;
  }

  find(idEnvio: string): SentPix | undefined {
    return this.#sent.get(idEnvio);
  }

  /** False where it had ended before. */
  end(sent: SentPix, status: 'REALIZADO' | 'NAO_REALIZADO'): boolean {
    if (sent.status !== 'EM_PROCESSAMENTO') return false;
    sent.status = status;
    sent.endedAt = this.#clock.now();
    return true;
  }

  addReturn(sent: SentPix, amountCents: number, reason: string): void {
    const at = this.#clock.now();
    sent.returns.push({ rtrId: newEndToEndId('D', at), amountCents, reason, at });
  }

  all(): SentPix[] {
    return [...this.#sent.values()];
  }
}

/** A key that is a document belongs to it; any other to somebody whom the bank knows. */
const SOMEBODY: Person = { cpf: '52998224725', nome: 'Titular de Teste' };

function holderOf({ chave, contaBanco }: SentOrder['receiver']): Person {
  const nome = 'Titular de Teste';
  if (contaBanco?.cpf) return { cpf: contaBanco.cpf, nome: contaBanco.nome };
  if (contaBanco?.cnpj) return { cnpj: contaBanco.cnpj, nome: contaBanco.nome };
  if (chave && /^\d{11}$/.test(chave)) return { cpf: chave, nome };
  if (chave && /^[0-9A-Z]{12}\d{2}$/.test(chave)) return { cnpj: chave, nome };
  return SOMEBODY;
}

/** Keys that begin so are in no directory. */
const NOBODYS = /^(nobody|00000000)/;

export function refuseUnknownKey({ chave }: SentOrder['receiver']): void {
  if (chave && NOBODYS.test(chave))
    throw new Problem('RequisicaoInvalida', 'A chave do favorecido não foi encontrada no DICT.');
}

/** As of a moment: reads may lag. Undefined: it did not exist yet. */
export function sentAsOf(sent: SentPix, at: Date): SentPix | undefined {
  if (sent.requestedAt > at) return undefined;
  const isEndedSince = sent.endedAt !== null && sent.endedAt > at;
  return {
    ...sent,
    ...(isEndedSince ? { status: 'EM_PROCESSAMENTO' as const, endedAt: null } : {}),
    returns: sent.returns.filter((came) => came.at <= at),
  };
}

export function sentToAnswer(sent: SentPix): Record<string, unknown> {
  const { idEnvio, endToEndId, amountCents, requestedAt, status } = sent;
  const horario = { solicitacao: requestedAt.toISOString() };
  return { idEnvio, e2eId: endToEndId, valor: reaisOf(amountCents), horario, status };
}

/** A person's CPF is shown in part. */
export function sentToWire(sent: SentPix): Record<string, unknown> {
  const { idEnvio, endToEndId, amountCents, payerKey, requestedAt, endedAt, status, receiver, holder, returns } = sent;
  const identificacao =
    'cpf' in holder ? { nome: holder.nome, cpf: `***.${holder.cpf.slice(3, 6)}.${holder.cpf.slice(6, 9)}-**` } : holder;
  return {
    endToEndId,
    idEnvio,
    valor: reaisOf(amountCents),
    chave: payerKey,
    status,
    horario: {
      solicitacao: requestedAt.toISOString(),
      ...(endedAt && status === 'REALIZADO' ? { liquidacao: endedAt.toISOString() } : {}),
    },
    favorecido: { ...(receiver.chave === undefined ? {} : { chave: receiver.chave }), identificacao },
    ...(returns.length > 0 ? { devolucoes: returns.map(returnToWire) } : {}),
  };
}

function returnToWire({ rtrId, amountCents, reason, at }: SentReturn): Record<string, unknown> {
  const horario = { solicitacao: at.toISOString(), liquidacao: at.toISOString() };
  return { id: newHexId(), rtrId, valor: reaisOf(amountCents), horario, status: 'DEVOLVIDO', motivo: reason };
}
