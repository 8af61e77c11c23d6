// The walls of ARCHITECTURE.md as import rules. Run by tools/check/check-walls.mjs, which adds what rules per file
// cannot say.

/**
 * Tests and the contract suites of adapters may reach anywhere: no wall holds them, and no product file may import
 * them.
 */
const TEST_CODE = '\\.(test|contract)\\.ts$';

/** Pure: rules, money, the error catalogue. Schemas count as pure because they are data: limits and JSON Schema. */
const PURE = ['\\.rules\\.ts$', '^src/ground/money/', '^src/ground/errors\\.ts$', '[/.]schemas\\.ts$'];

/** Files that declare what a record or the port looks like, and do nothing. */
const RECORDS = [
  '^src/parties/companies/seller\\.ts$',
  '^src/gateway/(orders/order|payments/payment|splits/split|payouts/payout|destinations/destination)\\.ts$',
  '^src/rails/acquirers/(acquirer|boleto|payout|unknown)\\.ts$',
];

/** An operation: two words and no other suffix. */
const OPERATION = '^src/[^/]+/[^/]+/.*[a-z]+-[a-z-]+\\.ts$';

/** Lists, statements and reports: what they show may be some seconds old, and nothing follows from it. */
const MAY_LAG = [
  '^src/gateway/transactions/search\\.routes\\.ts$',
  '^src/gateway/(customers/customers|payment-links/payment-links|divergences/divergences)\\.routes\\.ts$',
  '^src/gateway/refunds/refund-reads\\.routes\\.ts$',
  '^src/gateway/payouts/interface/payout-reads\\.routes\\.ts$',
  '^src/books/(reports/reports|ledger/statement/statement(-days)?)\\.routes\\.ts$',
  '^src/news/webhooks/deliveries\\.routes\\.ts$',
];

const NETWORK_MODULES = '(^|/)node_modules/(undici|nodemailer|fastify|@fastify/[^/]+)/';
const NETWORK_CORE = '^(node:)?(http|https|http2|net|tls|dgram)$';

const BUSINESS = [
  '^src/(gateway|books|news|parties)/',
  '^src/care/(audit|privacy)/',
  '^src/pages/(payer-pages|notices|dashboard)/',
  '^src/doors/jobs/',
  '^src/ground/(idempotency|lists|queues|brazil|money|text)/',
  '^src/ground/db/(pool|transaction|migrate)\\.ts$',
];
/**
 * Not operations: routes are HTTP by nature, authenticate.ts and the door of the dashboard stand in front of them,
 * safe-http/ is the one guarded door through which webhooks leave, and smtp-mailer.ts the one through which mails do.
 */
const MAY_SPEAK_HTTP = `(${[
  '\\.routes\\.ts$',
  '^src/parties/accounts/authenticate\\.ts$',
  '^src/pages/dashboard/door\\.ts$',
  '^src/parties/accounts/sessions/(sessions|who-is-logged-in)\\.ts$',
  '^src/news/webhooks/safe-http/',
  '^src/pages/notices/smtp-mailer\\.ts$',
].join('|')})`;

/**
 * A folder for each kind of bank. Certificates are no bank: they are what adapters and the command line share. Nor are
 * what adapters share: the connection (HTTP, tokens, pauses, the files of operators), and what boletos have in common.
 */
const CERTIFICATES = '^src/rails/acquirers/certificates/';
const SHARED_BY_ADAPTERS = '^src/rails/acquirers/bank-(connection|boletos)/';
/** No adapter: two of them as one. */
const SLIP_PIX = '^src/rails/acquirers/slip-pix/';
const ADAPTER = '^src/rails/acquirers/[^/]+/';

/** As they are imported: Medusa is not installed here, and our own packages are found by their names. */
const VINTEM_PACKAGES = ['^@vintem/(client|medusa)(/|$)'];
const MEDUSA = '^@medusajs/(framework|medusa)/?';

const wall = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: pathsNot(from) },
  to,
});
const pathsNot = (from) => [TEST_CODE, ...[from.pathNot ?? []].flat()];

module.exports = {
  forbidden: [
    wall(
      'rules-are-pure',
      'rules, money, errors.ts and schemas import only each other; time, ids and randomness come in as arguments',
      { path: PURE },
      // The rules of the Medusa provider take types of the client.
      { pathNot: [...PURE, ...RECORDS, ...VINTEM_PACKAGES, '(^|/)node_modules/(temporal-polyfill|typebox)/'] },
    ),
    wall(
      'only-schemas-know-typebox',
      'a schema library belongs to schemas; rules take plain values',
      { path: PURE, pathNot: '[/.]schemas\\.ts$' },
      { path: '(^|/)node_modules/typebox/' },
    ),
    wall(
      'records-are-plain',
      'a record file holds types and lists of values, and imports only rules and other records: so rules may import it',
      { path: RECORDS },
      { pathNot: [...PURE, ...RECORDS] },
    ),
    wall(
      'sql-knows-no-caller',
      'SQL files never import routes, operations, http or the web framework',
      { path: '\\.sql\\.ts$' },
      {
        path: [
          '\\.(routes|wire)\\.ts$',
          '^src/doors/http/',
          '(^|/)node_modules/(fastify|@fastify/[^/]+)/',
          OPERATION,
          '^src/ground/deps\\.ts$',
        ],
      },
    ),
    wall(
      'only-operations-open-transactions',
      'a transaction is opened by an operation, by the chunks of background work, or while the process starts',
      {
        path: '^src/',
        pathNot: [OPERATION, '^src/ground/queues/chunks\\.ts$', '^src/ground/db/', '^src/(main|ground/pools)\\.ts$'],
      },
      { path: '^src/ground/db/transaction\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'only-lists-may-lag',
      'a replica may be behind: what decides about money, and every other read, is asked of the primary',
      { path: '^src/', pathNot: [...MAY_LAG, '^src/ground/db/lagging-reads\\.ts$', '^src/main\\.ts$'] },
      { path: '^src/ground/db/(lagging-reads|replica)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'no-network-in-the-business',
      'rules, SQL and operations reach the network only through the port',
      { path: BUSINESS, pathNot: MAY_SPEAK_HTTP },
      { path: [NETWORK_MODULES, NETWORK_CORE] },
    ),
    wall(
      'no-network-in-the-sandbox-acquirers-books',
      "the simulated acquirer's rules, SQL and operations do not speak HTTP either",
      { path: '^src/rails/sandbox-acquirer/(.+\\.(rules|sql)|(create|change|refund)-charge)\\.ts$' },
      { path: [NETWORK_MODULES, NETWORK_CORE] },
    ),
    wall(
      'adapters-see-the-port-and-money',
      'an adapter imports the port, what adapters share, money, formats of Brazil and libraries, no more',
      { path: `${ADAPTER.replace('[^/]+', '([^/]+)')}` },
      {
        path: '^src/',
        pathNot: [
          '^src/rails/acquirers/$1/',
          '^src/rails/acquirers/(acquirer|boleto|payout|unknown|acquirer-kind|answer-check|foreign-json|time-limit)\\.ts$',
          '^src/rails/acquirers/(bank-form|check-step)\\.rules\\.ts$',
          CERTIFICATES,
          SHARED_BY_ADAPTERS,
          '^src/ground/money/',
          '^src/ground/brazil/(documents|calendar|boleto)\\.rules\\.ts$',
        ],
      },
    ),
    wall(
      'adapters-know-no-database',
      'an adapter has no database and no web server',
      { path: ADAPTER },
      { path: '(^|/)node_modules/(pg|fastify)/' },
    ),
    wall(
      'adapters-are-found-by-their-kind',
      'only the table of kinds imports an adapter that operators configure, and main.ts the one of the sandbox',
      { path: '^src/', pathNot: ['^src/main\\.ts$', '^src/rails/kinds\\.ts$', ADAPTER] },
      { path: ADAPTER, pathNot: [CERTIFICATES, SLIP_PIX] },
    ),
    wall(
      'only-main-starts-the-sandbox-acquirer',
      'only main.ts imports the sandbox acquirer, and what prepares the database its schema',
      { path: '^src/', pathNot: ['^src/(main|care/prepare-database)\\.ts$', '^src/rails/sandbox-acquirer/'] },
      { path: '^src/rails/sandbox-acquirer/' },
    ),
    wall(
      'sandbox-acquirer-is-a-stranger',
      'the sandbox acquirer imports only the database layer, chunks, money and the formats of Brazilian banking',
      { path: '^src/rails/sandbox-acquirer/' },
      { path: '^src/', pathNot: '^src/(rails/sandbox-acquirer|ground/(db|queues|brazil|money))/' },
    ),
    wall(
      'certificates-stand-alone',
      'certificates are files and libraries; they know nothing else of ours',
      { path: CERTIFICATES },
      { path: '^src/', pathNot: CERTIFICATES },
    ),
    wall(
      'fake-bank-is-a-stranger',
      'the fake bank shares no code with what is tried on it: only money and the formats of Brazilian banking',
      { path: '^src/rails/fake-bank/' },
      { path: '^src/', pathNot: '^src/(rails/fake-bank|ground/(brazil|money))/' },
    ),
    wall(
      'only-the-command-line-starts-the-fake-bank',
      'the gateway never knows that a bank is a fake',
      { path: '^src/', pathNot: '^src/(doors/cli|rails/fake-bank)/' },
      { path: '^src/rails/fake-bank/' },
    ),
    wall(
      'http-is-the-outermost-layer',
      'nothing imports http/ but main.ts, and the console, which stands behind the same frame',
      { path: '^src/', pathNot: ['^src/main\\.ts$', '^src/doors/(http|operator)/'] },
      { path: '^src/doors/http/' },
    ),
    wall(
      'main-is-the-top',
      'nothing imports main.ts but start.ts and the command line',
      { path: '^src/', pathNot: ['^src/start\\.ts$', '^src/doors/cli/'] },
      { path: '^src/(main|start)\\.ts$' },
    ),
    wall(
      'nothing-imports-the-command-line',
      'the command line is an end of the tree',
      { path: '^src/', pathNot: '^src/doors/cli/' },
      { path: '^src/doors/cli/' },
    ),
    wall(
      'product-knows-no-tests',
      'product code imports neither test/ nor a test beside it',
      { path: '^src/' },
      { path: ['^test/', '^tools/', '^bench/', TEST_CODE] },
    ),
    wall(
      'product-knows-no-web',
      'the service serves what was built of web/, and imports none of it',
      { path: '^src/' },
      { path: '^web/' },
    ),
    wall(
      'web-takes-types-and-rules',
      'what runs in a browser imports from src/ only types and pure rules, and nothing of a server',
      { path: '^web/' },
      { path: '^src/', pathNot: ['\\.rules\\.ts$', '^src/ground/money/'], dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'web-knows-no-calendar',
      'the calendar brings a polyfill that weighs as much as a whole page',
      { path: '^web/' },
      {
        path: ['^src/ground/brazil/calendar\\.rules\\.ts$', '(^|/)node_modules/temporal-polyfill/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    wall(
      'rooms-stand-alone',
      'a room of the dashboard imports what all share, never another room: pages find each other by address',
      { path: '^web/([^/]+)/', pathNot: '^web/(app|ui|api|i18n|login|pay|links)/' },
      { path: '^web/', pathNot: ['^web/$1/', '^web/(ui|api|i18n)/'] },
    ),
    wall(
      'what-all-share-knows-no-room',
      'components, calls and languages know nothing of the pages that use them',
      { path: '^web/(ui|api|i18n)/' },
      { path: '^web/', pathNot: '^web/(ui|api|i18n)/' },
    ),
    wall(
      'public-pages-are-light',
      'the public pages have no framework: they are read once, on a phone',
      { path: '^web/pay/' },
      { path: '(^|/)node_modules/' },
    ),
    wall(
      'product-knows-no-client',
      'the client and the examples stand on the other side of the interface',
      { path: '^(src|web)/' },
      { path: '^(packages|examples)/' },
    ),
    wall(
      'client-stands-alone',
      'the client is published by itself: it needs what Node brings, and nothing of ours',
      { path: '^packages/client/src/' },
      { pathNot: ['^packages/client/src/', '^(node:)?crypto$'] },
    ),
    wall(
      'medusa-provider-stands-between',
      'the provider is published by itself: it needs the client and Medusa, and nothing of ours',
      { path: '^packages/medusa/src/' },
      { pathNot: ['^packages/medusa/src/', '^packages/client/', ...VINTEM_PACKAGES, MEDUSA] },
    ),
    wall(
      'examples-use-the-client',
      'an example can be copied out of here: it needs Node and the client, or Medusa and our provider',
      { path: '^examples/', pathNot: '^examples/medusa-shop/' },
      { pathNot: ['^examples/', '^packages/client/', ...VINTEM_PACKAGES], dependencyTypesNot: ['core'] },
    ),
    wall(
      'medusa-shop-uses-medusa',
      'the example shop needs Node, Medusa, the client and our provider',
      { path: '^examples/medusa-shop/' },
      { pathNot: ['^examples/', '^packages/', ...VINTEM_PACKAGES, MEDUSA], dependencyTypesNot: ['core'] },
    ),
    wall(
      'no-circles',
      'no import circles between files',
      { path: '^(src|web|packages/(client|medusa)/src)/' },
      { circular: true },
    ),
    wall(
      'imports-resolve',
      'an import that cannot be resolved escapes every other wall',
      { path: '^(src|web)/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Types count: a circle of types is a circle for the reader.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // What was built of the client, and where an example that was tried has it.
    exclude: { path: ['^packages/[^/]+/dist/', '^examples/.+/node_modules/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
