import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** What the database itself keeps apart: the installation, which is merchant 0, and everybody else. */
let database: TestDatabase;
let merchant: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const [row] = await database.db.query<{ id: number }>(
    "INSERT INTO merchants (name, created_at) VALUES ('Loja', now()) RETURNING id",
  );
  merchant = (row as { id: number }).id;
});
afterAll(() => database.drop());

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';
const stopped = (sql: string, params: unknown[] = [], code = CHECK_VIOLATION) =>
  expect(database.db.query(sql, params)).rejects.toMatchObject({ code });
type Written = [sql: string, params: unknown[]];
let people = 0;
const addUser = (merchantId: number, role: string, email = `p${++people}@example.com`): Written => [
  `INSERT INTO users (merchant_id, name, email, password_hash, role, created_at)
   VALUES ($1, 'Ana', $2, 'hash', $3, now())`,
  [merchantId, email, role],
];
const invite = (merchantId: number, role: string): Written => [
  `INSERT INTO invitations (merchant_id, email, role, token_hash, created_at, expires_at)
   VALUES ($1, $3, $2, sha256(random()::text::bytea), now(), now())`,
  [merchantId, role, `i${++people}@example.com`],
];

describe('[invariant: the installation sells nothing]', () => {
  const company = (merchantId: number): Written => [
    `INSERT INTO companies (merchant_id, name, document, address_line, city, state, zip_code, created_at, updated_at)
     VALUES ($1, 'Loja', '11222333000181', 'Rua 1', 'Recife', 'PE', '50050000', now(), now())`,
    [merchantId],
  ];

  it('it has no company, and none is moved to it', async () => {
    await stopped(...company(0));
    await database.db.query(...company(merchant));
    await stopped('UPDATE companies SET merchant_id = 0 WHERE merchant_id = $1', [merchant]);
  });
});

describe('[invariant: roles of operators are theirs alone]', () => {
  it.each(['ADMIN', 'FINANCE', 'SUPPORT'])('%s is one of an operator', async (role) => {
    await database.db.query(...addUser(0, role));
    await database.db.query(...invite(0, role));
  });

  it.each(['OWNER', 'READER', 'ROOT'])('%s is not', async (role) => {
    await stopped(...addUser(0, role));
    await stopped(...invite(0, role));
  });

  it('nobody of a merchant is an administrator, nor becomes one', async () => {
    await stopped(...addUser(merchant, 'ADMIN'));
    await stopped(...invite(merchant, 'ADMIN'));
    await database.db.query(...addUser(merchant, 'OWNER'));
    await stopped("UPDATE users SET role = 'ADMIN' WHERE merchant_id = $1", [merchant]);
    await stopped("UPDATE users SET merchant_id = 0 WHERE merchant_id = $1 AND role = 'OWNER'", [merchant]);
  });
});

describe('[invariant: an address is one person at each entrance]', () => {
  it('may have a shop and run the installation, and neither twice', async () => {
    await database.db.query(...addUser(merchant, 'OWNER', 'ana@example.com'));
    await database.db.query(...addUser(0, 'ADMIN', 'ana@example.com'));
    await stopped(...addUser(merchant, 'READER', 'ana@example.com'), UNIQUE_VIOLATION);
    await stopped(...addUser(0, 'SUPPORT', 'ana@example.com'), UNIQUE_VIOLATION);
  });
});
