import { expect } from 'vitest';
import { type LiveGateway, type LiveOptions, startLive } from '../../support/banks/live-bank.ts';
import { eventually } from '../../support/contract.ts';
import type { ApiAnswer } from '../../support/gateway.ts';
import { orderOf } from '../../support/orders.ts';

const PATIENCE_MS = 20_000;

interface ChargeAtBank {
  status: string;
  pix?: { devolucoes?: { valor: string; status: string }[] }[];
}

/** A shop that sells for PIX in live mode, and looks into the books of its bank. */
export interface LiveShop extends LiveGateway {
  companyId: number;
  /** How the service is told of the bank: the commands of the guide. */
  setUpBank(): Promise<void>;
  /** An order of that many cents, under a key of its own unless one is given. */
  order(cents: number, key?: string): Promise<ApiAnswer>;
  refund(id: number, cents: number, key?: string): Promise<ApiAnswer>;
  ordered(cents?: number): Promise<{ id: number; code: string; txid: string }>;
  paid(cents?: number): Promise<{ id: number; txid: string; e2eid: string }>;
  /** The transaction as it is; with a look at the bank when asked for. */
  transaction(id: number, isSynced?: boolean): Promise<ApiAnswer['body']>;
  becomes(id: number, status: number): Promise<ApiAnswer['body']>;
  /** By which name the bank knows a transaction. */
  txidOf(id: number): Promise<string>;
  /** Follows the guide: what has no clear answer is sent again, under the same key. */
  insist(attempt: () => Promise<ApiAnswer>): Promise<ApiAnswer>;
  atBank(txid: string): ChargeAtBank;
  returnsOf(txid: string): string[];
  /** What happened to a transaction, in the order in which it was told. */
  eventsOf(id: number): Promise<string[]>;
  divergencesOf(id: number): Promise<Record<string, unknown>[]>;
  /** Moves the clocks of the service and of the bank. */
  advance(ms: number): void;
}

export async function openLiveShop(options: LiveOptions = {}): Promise<LiveShop> {
  const live = await startLive(options);
  const { companyId, accessToken } = await live.openShop();
  let keys = 0;
  const keyed = (key = `key-${++keys}`) => ({ 'idempotency-key': key });
  const atBank = (txid: string) => live.bank.control.charge(txid) as unknown as ChargeAtBank;

  const order: LiveShop['order'] = (cents, key) =>
    live.call('POST', '/payments/order', orderOf(cents, { access_token: accessToken }), keyed(key));

  const transaction: LiveShop['transaction'] = async (id, isSynced = false) =>
    (await live.call('GET', `/transactions/${id}${isSynced ? '?payment_type=PIX' : ''}`)).body;

  const txidOf: LiveShop['txidOf'] = async (id) => {
    const sql = 'SELECT reference FROM payments WHERE id = $1';
    return (await live.database.db.query<{ reference: string }>(sql, [id]))[0]?.reference ?? '';
  };

  const ordered: LiveShop['ordered'] = async (cents = 10_000) => {
    const { status, body } = await order(cents);
    expect(status).toBe(200);
    const { id, pix_qr_code: code } = body.transaction;
    return { id, code, txid: await txidOf(id) };
  };

  const becomes: LiveShop['becomes'] = (id, status) =>
    eventually(async () => {
      const current = await transaction(id);
      expect(current.status).toBe(status);
      return current;
    }, PATIENCE_MS);

  return {
    ...live,
    companyId,
    order,
    transaction,
    txidOf,
    ordered,
    becomes,
    atBank,
    async setUpBank() {
      const file = await live.writeBankFile();
      await succeed(live, 'acquirer', 'set', 'banco', '--file', file);
      await Promise.all([
        succeed(live, 'acquirer', 'register-webhook', 'banco'),
        succeed(live, 'company', 'set', String(companyId), '--pix-acquirer', 'banco'),
      ]);
      await eventually(async () => expect((await order(10_000)).status).toBe(200));
    },
    refund: (id, cents, key) =>
      live.call('POST', '/payments/pix/refund', { transaction_id: id, amount: cents / 100 }, keyed(key)),
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
      const sql = "SELECT kind FROM events WHERE subject_kind = 'payment' AND subject_id = $1 ORDER BY sequence";
      return (await live.database.db.query<{ kind: string }>(sql, [id])).map(({ kind }) => kind);
    },
    async divergencesOf(id) {
      const { body } = await live.call('GET', '/divergences?limit=100');
      return body.data.filter((one: Record<string, unknown>) => one['transaction_id'] === id);
    },
    advance(ms) {
      const { clock } = live.vintem.deps;
      const { now } = clock;
      clock.now = async (on) => new Date((await now(on)).getTime() + ms);
      live.bank.advance(ms);
    },
  };
}

async function succeed(live: LiveGateway, ...args: string[]): Promise<void> {
  const { code, err } = await live.cli(...args);
  if (code !== 0) throw new Error(`vintem ${args.join(' ')}: ${err}`);
}
