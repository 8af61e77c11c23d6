import { afterEach, expect, it } from 'vitest';
import { type Copy, copyRepository } from '../tools/copy.ts';

/** One violation of every wall: the file, its text, and the file that it imports. */
const CROSSINGS: [wall: string, file: string, text: string, to: string][] = [
  [
    'rules-are-pure',
    'src/gateway/payments/planted-a.rules.ts',
    "import '../../ground/clock.ts';",
    'src/ground/clock.ts',
  ],
  [
    'rules-are-pure',
    'src/gateway/payments/planted-b.rules.ts',
    "import type { Deps } from '../../ground/deps.ts';\nexport type D = Deps;",
    'src/ground/deps.ts',
  ],
  ['rules-are-pure', 'src/ground/money/planted.ts', "import 'node:fs';", 'fs'],
  [
    'rules-are-pure',
    'src/gateway/payments/planted.schemas.ts',
    "import './payments.sql.ts';",
    'src/gateway/payments/payments.sql.ts',
  ],
  ['only-schemas-know-typebox', 'src/gateway/payments/planted-c.rules.ts', "import 'typebox';", 'typebox'],
  ['rules-are-pure', 'src/gateway/payments/planted-d.rules.ts', "import 'node:crypto';", 'crypto'],
  ['records-are-plain', 'src/gateway/splits/split.ts', "import '../../ground/db/pool.ts';", 'src/ground/db/pool.ts'],
  [
    'sql-knows-no-caller',
    'src/gateway/orders/planted-a.sql.ts',
    "import './orders.routes.ts';",
    'src/gateway/orders/orders.routes.ts',
  ],
  [
    'sql-knows-no-caller',
    'src/gateway/orders/planted-b.sql.ts',
    "import './create-payment.ts';",
    'src/gateway/orders/create-payment.ts',
  ],
  [
    'sql-knows-no-caller',
    'src/gateway/payments/planted-c.sql.ts',
    "import '../../doors/http/server.ts';",
    'src/doors/http/server.ts',
  ],
  ['sql-knows-no-caller', 'src/gateway/payments/planted-d.sql.ts', "import 'fastify';", 'fastify'],
  [
    'only-operations-open-transactions',
    'src/gateway/payments/planted.routes.ts',
    "import { withTransaction } from '../../ground/db/transaction.ts';\nexport const t = withTransaction;",
    'src/ground/db/transaction.ts',
  ],
  ['no-network-in-the-business', 'src/gateway/payments/planted-operation.ts', "import 'undici';", 'undici'],
  ['no-network-in-the-business', 'src/doors/jobs/planted-job.ts', "import 'node:net';", 'net'],
  [
    'no-network-in-the-sandbox-acquirers-books',
    'src/rails/sandbox-acquirer/planted.sql.ts',
    "import 'node:http';",
    'http',
  ],
  [
    'adapters-see-the-port-and-money',
    'src/rails/acquirers/planted/client.ts',
    "import '../../../ground/errors.ts';",
    'src/ground/errors.ts',
  ],
  ['adapters-know-no-database', 'src/rails/acquirers/planted/books.ts', "import 'pg';", 'pg'],
  [
    'adapters-are-found-by-their-kind',
    'src/doors/jobs/planted-wiring.ts',
    "import '../../rails/acquirers/planted/client.ts';",
    'src/rails/acquirers/planted/client.ts',
  ],
  [
    'only-main-starts-the-sandbox-acquirer',
    'src/doors/jobs/planted-start.ts',
    "import '../../rails/sandbox-acquirer/pause.ts';",
    'src/rails/sandbox-acquirer/pause.ts',
  ],
  [
    'sandbox-acquirer-is-a-stranger',
    'src/rails/sandbox-acquirer/planted.ts',
    "import '../../ground/clock.ts';",
    'src/ground/clock.ts',
  ],
  [
    'no-import-goes-up',
    'src/books/ledger/planted.ts',
    "import '../../gateway/payments/payment.ts';",
    'src/gateway/payments/payment.ts',
  ],
  [
    'no-import-goes-up',
    'src/news/webhooks/planted.ts',
    "import '../../gateway/payments/payment.ts';",
    'src/gateway/payments/payment.ts',
  ],
  [
    'http-is-the-outermost-layer',
    'src/doors/jobs/planted-http.ts',
    "import '../http/openapi.ts';",
    'src/doors/http/openapi.ts',
  ],
  ['main-is-the-top', 'src/doors/jobs/planted-main.ts', "import '../../main.ts';", 'src/main.ts'],
  [
    'nothing-imports-the-command-line',
    'src/doors/jobs/planted-cli.ts',
    "import '../cli/planted.ts';",
    'src/doors/cli/planted.ts',
  ],
  ['product-knows-no-tests', 'src/doors/jobs/planted-test.ts', "import '../../../test/planted.ts';", 'test/planted.ts'],
  ['imports-resolve', 'src/doors/jobs/planted-nothing.ts', "import './not-there.ts';", './not-there.ts'],
  ['no-circles', 'src/doors/jobs/planted-circle.ts', "import './planted-back.ts';", 'src/doors/jobs/planted-back.ts'],
  ['product-knows-no-web', 'src/doors/jobs/planted-page.ts', "import '../../../web/pay/pay.ts';", 'web/pay/pay.ts'],
  ['web-takes-types-and-rules', 'web/pay/planted-a.ts', "import '../../src/ground/clock.ts';", 'src/ground/clock.ts'],
  [
    'web-knows-no-calendar',
    'web/pay/planted-b.ts',
    "import '../../src/ground/brazil/calendar.rules.ts';",
    'src/ground/brazil/calendar.rules.ts',
  ],
  ['public-pages-are-light', 'web/pay/planted-c.ts', "import 'qrcode';", 'qrcode'],
  [
    'product-knows-no-client',
    'src/doors/jobs/planted-client.ts',
    "import '../../../packages/client/src/vintem.ts';",
    'packages/client/src/vintem.ts',
  ],
  [
    'client-stands-alone',
    'packages/client/src/planted-a.ts',
    "import '../../../src/ground/errors.ts';",
    'src/ground/errors.ts',
  ],
  ['client-stands-alone', 'packages/client/src/planted-b.ts', "import 'undici';", 'undici'],
  ['client-stands-alone', 'packages/client/src/planted-c.ts', "import 'node:fs';", 'fs'],
  [
    'examples-use-the-client',
    'examples/shop/planted-a.mjs',
    "import '../../src/ground/errors.ts';",
    'src/ground/errors.ts',
  ],
  ['examples-use-the-client', 'examples/shop/planted-b.mjs', "import 'fastify';", 'fastify'],
  ['medusa-shop-uses-medusa', 'examples/medusa-shop/planted.mjs', "import 'fastify';", 'fastify'],
  [
    'rules-are-pure',
    'packages/medusa/src/planted.rules.ts',
    "import './services.ts';",
    'packages/medusa/src/services.ts',
  ],
  ['medusa-provider-stands-between', 'packages/medusa/src/planted-a.ts', "import 'undici';", 'undici'],
  [
    'medusa-provider-stands-between',
    'packages/medusa/src/planted-b.ts',
    "import '../../../src/ground/errors.ts';",
    'src/ground/errors.ts',
  ],
  [
    'no-circles-of-rooms',
    'src/parties/companies/planted.ts',
    "import '../accounts/planted.ts';",
    'src/parties/accounts/planted.ts',
  ],
  ['no-storey', 'src/attic/planted.ts', 'export {};', 'no storey'],
];

const FOLDERS = ['src', 'web', 'packages/client/src', 'packages/medusa/src', 'examples'];
/** All that the map is held against. */
const MAPPED = ['src', 'test', 'web', 'tools', 'bench', 'packages', 'examples', 'deploy', 'docs'];

let copy: Copy;
afterEach(() => copy.remove());

it('sees a violation of every wall, and a wall around files that do not exist', { timeout: 180_000 }, async () => {
  copy = copyRepository(...FOLDERS, 'tools', '.dependency-cruiser.cjs', 'tsconfig.json', 'package.json');
  for (const [, file, text] of CROSSINGS) copy.plant(file, `${text}\n`);
  copy.plant('src/doors/jobs/planted-back.ts', "import './planted-circle.ts';\n");
  copy.plant('src/parties/accounts/planted.ts', "import '../companies/planted.ts';\n");
  copy.plant('src/doors/cli/planted.ts', 'export {};\n');
  copy.plant('test/planted.ts', 'export {};\n');
  copy.change('.dependency-cruiser.cjs', 'payments/payment|', 'payments/payment|payments/moved|');
  const { code, output } = await copy.run('tools/check/check-walls.mjs');
  expect(code).toBe(1);
  const lines = output.split('\n');
  for (const [wall, file, , to] of CROSSINGS) {
    const isTold = wall.endsWith('of-rooms')
      ? output.includes(`${wall}: src/parties/accounts -> src/parties/companies -> src/parties/accounts\n`) &&
        lines.some((line) => line.includes(file))
      : lines.some((line) => line.startsWith(`${wall}: `) && line.includes(file) && line.includes(to));
    expect(isTold, `${wall}: ${file} -> ${to}\n${output}`).toBe(true);
  }
  expect(output).toContain('^src/gateway/payments/moved\\.ts$ matches no file of src/');
});

it('does not take a run that read nothing for a success', async () => {
  copy = copyRepository('tools', '.dependency-cruiser.cjs', 'tsconfig.json', 'package.json');
  copy.plant('src/main.ts', 'export {};\n');
  for (const folder of FOLDERS.slice(1)) copy.plant(`${folder}/notes.txt`, 'nothing of it is code\n');
  const { code, output } = await copy.run('tools/check/check-walls.mjs');
  expect(code).toBe(1);
  expect(output).toContain('only 1 modules of src/ were read');
  for (const folder of FOLDERS.slice(1)) expect(output).toContain(`no module of ${folder}/ was read`);
});

it('sees where the map of the house and the house differ', async () => {
  copy = copyRepository(...MAPPED, 'ARCHITECTURE.md', 'package.json');
  copy.plant('src/gateway/planted/first-thing.ts', 'export {};\n');
  for (let n = 0; n < 31; n++) copy.plant(`src/care/planted-crowd/file-${n}.ts`, 'export {};\n');
  copy.plant('src/news/README.md', `# News\n${'More and more.\n'.repeat(20)}\n**Begin with** \`events/gone.ts\`.\n`);
  copy.change('ARCHITECTURE.md', '    splits/ ', '    halves/ ');
  const { code, output } = await copy.run('tools/check/check-map.mjs');
  expect(code).toBe(1);
  for (const told of [
    'src/gateway/planted is not on the map',
    'src/gateway/splits is not on the map',
    'its map has src/gateway/halves, which is not there',
    'src/care/planted-crowd holds 31 files, more than 30',
    'src/news/README.md: 23 lines, more than 20',
    'src/news/README.md: names 1 files to begin with, and not two',
    'src/news/README.md: there is no src/news/events/gone.ts',
  ])
    expect(output).toContain(told);
});
