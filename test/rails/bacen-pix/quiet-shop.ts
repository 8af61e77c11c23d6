import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { compareDailyTotals } from '../../../src/gateway/alignment/compare-daily-totals.ts';
import type { UnknownReceipt } from '../../../src/gateway/alignment/receipts/unknown-receipt.rules.ts';
import { listUnknownReceipts } from '../../../src/gateway/alignment/receipts/unknown-receipts.sql.ts';
import { listReports, type ReportWithHistory } from '../../../src/gateway/alignment/reconciliation.sql.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { bankClient } from '../../support/banks/bank-client.ts';
import { msUntilNoon } from '../../support/contract.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

export const DAY_MS = 86_400_000;

/** A shop without background work, so that a test says what is looked at and when. */
export interface QuietShop {
  live: LiveShop;
  /** A day passes, and all days that are due are compared; answers the newest report. */
  compareNextDay(): Promise<ReportWithHistory | undefined>;
  /** Payments of charges that the database does not have, as after a restore: of each, endToEndId and txid. */
  payForgotten(count: number, cents: number): Promise<Map<string, string>>;
  listed(): Promise<UnknownReceipt[]>;
}

/** For a whole file: opened before its tests; its books must hold after them. */
export function useQuietShop(): QuietShop {
  const shop: QuietShop = {
    live: undefined as unknown as LiveShop,
    async compareNextDay() {
      shop.live.advance(DAY_MS);
      while (await compareDailyTotals(shop.live.vintem.deps));
      return (await listReports(shop.live.database.db, 1))[0];
    },
    async payForgotten(count, cents) {
      const { bank } = shop.live;
      const client = bankClient(bank);
      const chave = bank.accounts[0]?.pixKeys[0];
      const paid = new Map<string, string>();
      for (let n = 0; n < count; n++) {
        const txid = randomBytes(16).toString('hex');
        const body = { calendario: { expiracao: 1_800 }, valor: { original: (cents / 100).toFixed(2) }, chave };
        expect((await client.ask('PUT', `/cob/${txid}`, body)).status).toBe(201);
        paid.set(String((await bank.control.pay(txid))['endToEndId']), txid);
      }
      await client.close();
      return paid;
    },
    listed: () => listUnknownReceipts(shop.live.database.db, { days: 31, limit: 1_000 }),
  };
  beforeAll(async () => {
    shop.live = await openLiveShop({ settings: { VINTEM_ROLE: 'api' } });
    // A day is compared an hour after its end.
    shop.live.advance(msUntilNoon(new Date()));
    await shop.live.setUpBank();
  });
  afterAll(async () => {
    await expectCleanBooks(shop.live.database.db);
    await shop.live.close();
  });
  return shop;
}
