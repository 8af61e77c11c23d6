import { expect } from 'vitest';
import { eventually } from '../support/contract.ts';
import type { ApiAnswer } from '../support/gateway.ts';
import type { LiveGateway } from '../support/live-gateway.ts';

const PATIENCE_MS = 20_000;

interface ChargeAtBank {
  status: string;
  pix?: { devolucoes?: { valor: string; status: string }[] }[];
}

/** A shop that sells for PIX in live mode, and looks into the books of its bank. */
export interface LiveShop extends LiveGateway {
  ordered(cents?: number): Promise<{ id: number; code: string; txid: string }>;
  paid(cents?: number): Promise<{ id: number; txid: string; e2eid: string }>;
  becomes(id: number, status: number): Promise<ApiAnswer['body']>;
  /** Follows the guide: what has no clear answer is sent again, under the same key. */
  insist(attempt: () => Promise<ApiAnswer>): Promise<ApiAnswer>;
  atBank(txid: string): ChargeAtBank;
  returnsOf(txid: string): string[];
  /** What happened to a transaction, in the order in which it was told. */
  eventsOf(id: number): Promise<string[]>;
  divergencesOf(id: number): Promise<Record<string, unknown>[]>;
}

export function shopAt(live: LiveGateway): LiveShop {
  const atBank = (txid: string) => live.bank.control.charge(txid) as unknown as ChargeAtBank;

  async function ordered(cents = 10_000) {
    const { status, body } = await live.order(cents);
    expect(status).toBe(200);
    const { id, pix_qr_code: code } = body.transaction;
    return { id, code, txid: await live.txidOf(id) };
  }

  const becomes = (id: number, status: number) =>
    eventually(async () => {
      const transaction = await live.transaction(id);
      expect(transaction.status).toBe(status);
      return transaction;
    }, PATIENCE_MS);

  return {
    ...live,
    ordered,
    becomes,
    atBank,
    async paid(cents) {
      const { id, code, txid } = await ordered(cents);
      const { endToEndId } = await live.bank.control.payCode(code);
      await becomes(id, 2);
      return { id, txid, e2eid: String(endToEndId) };
    },
    insist: (attempt) =>
      eventually(async () => {
        const answer = await attempt();
        expect(answer.status).toBe(200);
        return answer;
      }, PATIENCE_MS),
    returnsOf: (txid) =>
      (atBank(txid).pix ?? []).flatMap(({ devolucoes = [] }) =>
        devolucoes.map(({ valor, status }) => `${valor} ${status}`),
      ),
    async eventsOf(id) {
      const sql = 'SELECT kind FROM events WHERE payment_id = $1 ORDER BY sequence';
      return (await live.database.db.query<{ kind: string }>(sql, [id])).map(({ kind }) => kind);
    },
    async divergencesOf(id) {
      const { body } = await live.call('GET', '/divergences?limit=100');
      return body.data.filter((one: Record<string, unknown>) => one['transaction_id'] === id);
    },
  };
}
