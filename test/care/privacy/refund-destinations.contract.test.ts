import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, expectError } from '../../support/contract.ts';
import { addDestination, KINDS } from '../../support/destinations.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { BOLETO, createPaid, openCompany } from '../../support/money.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

it('[privacy] where a payer’s refund was to go is exported masked, and goes with the payer’s data', async () => {
  const shop = await openCompany(gateway);
  const boleto = await createPaid(gateway, shop, 5_000, BOLETO);
  const own = (await addDestination(gateway, shop, KINDS.phone)).body;
  for (const body of [KINDS.phone, KINDS.account]) {
    const { status } = await addDestination(gateway, shop, { ...body, refund_of: boleto });
    expect(status).toBe(201);
  }
  const customerId = (await gateway.get(`/transactions/${boleto}`, shop.session)).body.customer.id as number;
  const readExport = async () =>
    (await gateway.get(`/customers/${customerId}/export`, shop.session)).body.transactions[0];
  expect((await readExport()).refund_destinations).toEqual([
    { type: 'pix_key', key_type: 'phone', key: own.key, created_at: expect.any(String) },
    expect.objectContaining({ type: 'bank_account', account: '***017X', holder_name: 'Z*** S***' }),
  ]);

  await eventually(async () => {
    const answer = await gateway.post(`/customers/${customerId}/anonymise`, undefined, shop.session);
    expect(answer.body).toMatchObject({ is_complete: true });
  });
  const rows = await gateway.database.db.query<Record<string, unknown>>(
    `SELECT refund_of IS NOT NULL AS is_payers, masked, sealed, fingerprint, removed_at FROM payout_destinations
     WHERE company_id = $1 ORDER BY id`,
    [shop.id],
  );
  expect(rows[0]).toMatchObject({ is_payers: false, removed_at: null, sealed: expect.stringMatching(/^sb1\./) });
  const emptied = { is_payers: true, sealed: '', fingerprint: Buffer.alloc(0), removed_at: expect.any(Date) };
  expect(rows.slice(1)).toEqual([
    { ...emptied, masked: { type: 'pix_key', key_type: 'phone', key: '***' } },
    { ...emptied, masked: expect.objectContaining({ type: 'bank_account', account: '***', holder_name: '***' }) },
  ]);
  expect((await gateway.get(`/companies/${shop.id}/destinations?refund_of=${boleto}`, shop.session)).body.data).toEqual(
    [],
  );
  expect((await readExport()).refund_destinations[0].key).toBe('***');
  // Nothing new is stored about somebody whose data were removed.
  expectError(await addDestination(gateway, shop, { ...KINDS.phone, refund_of: boleto }), {
    status: 400,
    code: 'DESTINATION_INVALID',
    field: 'refund_of',
  });
});
