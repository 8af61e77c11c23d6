import { afterEach, expect, it } from 'vitest';
import { type Copy, copyRepository } from '../tools/copy.ts';

/** One violation of every wall: the file, its text, and the file that it imports. */
const CROSSINGS: [wall: string, file: string, text: string, to: string][] = [
  ['rules-are-pure', 'src/payments/planted-a.rules.ts', "import '../clock.ts';", 'src/clock.ts'],
  [
    'rules-are-pure',
    'src/payments/planted-b.rules.ts',
    "import type { Deps } from '../deps.ts';\nexport type D = Deps;",
    'src/deps.ts',
  ],
  ['rules-are-pure', 'src/money/planted.ts', "import 'node:fs';", 'fs'],
  ['rules-are-pure', 'src/payments/planted.schemas.ts', "import './payments.sql.ts';", 'src/payments/payments.sql.ts'],
  ['only-schemas-know-typebox', 'src/payments/planted-c.rules.ts', "import 'typebox';", 'typebox'],
  ['rules-are-pure', 'src/payments/planted-d.rules.ts', "import 'node:crypto';", 'crypto'],
  ['records-are-plain', 'src/splits/split.ts', "import '../db/pool.ts';", 'src/db/pool.ts'],
  ['sql-knows-no-caller', 'src/orders/planted-a.sql.ts', "import './orders.routes.ts';", 'src/orders/orders.routes.ts'],
  [
    'sql-knows-no-caller',
    'src/orders/planted-b.sql.ts',
    "import './create-payment.ts';",
    'src/orders/create-payment.ts',
  ],
  ['sql-knows-no-caller', 'src/payments/planted-c.sql.ts', "import '../http/server.ts';", 'src/http/server.ts'],
  ['sql-knows-no-caller', 'src/payments/planted-d.sql.ts', "import 'fastify';", 'fastify'],
  [
    'only-operations-open-transactions',
    'src/payments/planted.routes.ts',
    "import { withTransaction } from '../db/transaction.ts';\nexport const t = withTransaction;",
    'src/db/transaction.ts',
  ],
  ['no-network-in-the-business', 'src/payments/planted-operation.ts', "import 'undici';", 'undici'],
  ['no-network-in-the-business', 'src/jobs/planted-job.ts', "import 'node:net';", 'net'],
  ['no-network-in-the-sandbox-acquirers-books', 'src/sandbox-acquirer/planted.sql.ts', "import 'node:http';", 'http'],
  ['adapters-see-the-port-and-money', 'src/acquirers/planted/client.ts', "import '../../errors.ts';", 'src/errors.ts'],
  ['adapters-know-no-database', 'src/acquirers/planted/books.ts', "import 'pg';", 'pg'],
  [
    'only-main-wires-adapters',
    'src/jobs/planted-wiring.ts',
    "import '../acquirers/planted/client.ts';",
    'src/acquirers/planted/client.ts',
  ],
  [
    'only-main-starts-the-sandbox-acquirer',
    'src/jobs/planted-start.ts',
    "import '../sandbox-acquirer/pause.ts';",
    'src/sandbox-acquirer/pause.ts',
  ],
  ['sandbox-acquirer-is-a-stranger', 'src/sandbox-acquirer/planted.ts', "import '../clock.ts';", 'src/clock.ts'],
  [
    'ledger-and-webhooks-are-below',
    'src/ledger/planted.ts',
    "import '../payments/payment.ts';",
    'src/payments/payment.ts',
  ],
  [
    'ledger-and-webhooks-are-below',
    'src/webhooks/planted.ts',
    "import '../payments/payment.ts';",
    'src/payments/payment.ts',
  ],
  ['http-is-the-outermost-layer', 'src/jobs/planted-http.ts', "import '../http/openapi.ts';", 'src/http/openapi.ts'],
  ['main-is-the-top', 'src/jobs/planted-main.ts', "import '../main.ts';", 'src/main.ts'],
  ['nothing-imports-the-command-line', 'src/jobs/planted-cli.ts', "import '../cli/planted.ts';", 'src/cli/planted.ts'],
  ['product-knows-no-tests', 'src/jobs/planted-test.ts', "import '../../test/planted.ts';", 'test/planted.ts'],
  ['imports-resolve', 'src/jobs/planted-nothing.ts', "import './not-there.ts';", './not-there.ts'],
  ['no-circles', 'src/jobs/planted-circle.ts', "import './planted-back.ts';", 'src/jobs/planted-back.ts'],
  ['product-knows-no-web', 'src/jobs/planted-page.ts', "import '../../web/pay/pay.ts';", 'web/pay/pay.ts'],
  ['web-takes-types-and-rules', 'web/pay/planted-a.ts', "import '../../src/clock.ts';", 'src/clock.ts'],
  [
    'web-knows-no-calendar',
    'web/pay/planted-b.ts',
    "import '../../src/brazil/calendar.rules.ts';",
    'src/brazil/calendar.rules.ts',
  ],
  ['public-pages-are-light', 'web/pay/planted-c.ts', "import 'qrcode';", 'qrcode'],
  [
    'product-knows-no-client',
    'src/jobs/planted-client.ts',
    "import '../../packages/client/src/vintem.ts';",
    'packages/client/src/vintem.ts',
  ],
  ['client-stands-alone', 'packages/client/src/planted-a.ts', "import '../../../src/errors.ts';", 'src/errors.ts'],
  ['client-stands-alone', 'packages/client/src/planted-b.ts', "import 'undici';", 'undici'],
  ['client-stands-alone', 'packages/client/src/planted-c.ts', "import 'node:fs';", 'fs'],
  ['examples-use-the-client', 'examples/shop/planted-a.mjs', "import '../../src/errors.ts';", 'src/errors.ts'],
  ['examples-use-the-client', 'examples/shop/planted-b.mjs', "import 'fastify';", 'fastify'],
  ['no-circles-of-folders', 'src/companies/planted.ts', "import '../auth/planted.ts';", 'src/auth/planted.ts'],
];

const FOLDERS = ['src', 'web', 'packages/client/src', 'examples'];

let copy: Copy;
afterEach(() => copy.remove());

it('sees a violation of every wall, and a wall around files that do not exist', { timeout: 180_000 }, async () => {
  copy = copyRepository(...FOLDERS, 'tools', '.dependency-cruiser.cjs', 'tsconfig.json', 'package.json');
  for (const [, file, text] of CROSSINGS) copy.plant(file, `${text}\n`);
  copy.plant('src/jobs/planted-back.ts', "import './planted-circle.ts';\n");
  copy.plant('src/auth/planted.ts', "import '../companies/planted.ts';\n");
  copy.plant('src/cli/planted.ts', 'export {};\n');
  copy.plant('test/planted.ts', 'export {};\n');
  copy.change('.dependency-cruiser.cjs', 'payments/payment|', 'payments/payment|payments/moved|');
  const { code, output } = await copy.run('tools/check-walls.mjs');
  expect(code).toBe(1);
  const lines = output.split('\n');
  for (const [wall, file, , to] of CROSSINGS) {
    const isTold = wall.endsWith('of-folders')
      ? output.includes(`no-circles-of-folders: auth -> companies -> auth\n`) &&
        lines.some((line) => line.includes(file))
      : lines.some((line) => line.startsWith(`${wall}: `) && line.includes(file) && line.includes(to));
    expect(isTold, `${wall}: ${file} -> ${to}\n${output}`).toBe(true);
  }
  expect(output).toContain('^src/payments/moved\\.ts$ matches no file of src/');
});

it('does not take a run that read nothing for a success', async () => {
  copy = copyRepository('tools', '.dependency-cruiser.cjs', 'tsconfig.json', 'package.json');
  copy.plant('src/main.ts', 'export {};\n');
  for (const folder of FOLDERS.slice(1)) copy.plant(`${folder}/notes.txt`, 'nothing of it is code\n');
  const { code, output } = await copy.run('tools/check-walls.mjs');
  expect(code).toBe(1);
  expect(output).toContain('only 1 modules of src/ were read');
  for (const folder of FOLDERS.slice(1)) expect(output).toContain(`no module of ${folder}/ was read`);
});
