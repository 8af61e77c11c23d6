import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { judge } from './doctor.rules.ts';
import type { Facts } from './facts.rules.ts';
import { summarise } from './summary.rules.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const GIB = 1024 ** 3;

/** Everything was looked at, and nothing is wrong. */
const WELL = {
  realNow: NOW,
  settings: {
    mode: 'live',
    problems: [],
    weakSecrets: [],
    host: '0.0.0.0',
    isHostLoopback: false,
    publicUrl: 'https://pay.example.com',
    isPublicUrlLoopback: false,
    connections: 34,
    hasOwnDatabaseRole: true,
  },
  reach: { state: 'reached' },
  ownerTrouble: null,
  catalog: {
    version: '18.4',
    versionNumber: 180_004,
    role: 'vintem_app',
    ownsTables: false,
    isReadOnly: false,
    tablesWithoutRights: [],
    maxConnections: 97,
    invalidIndexes: [],
  },
  migrations: { applied: 60, missing: [], unknown: [], changed: [] },
  clockSkewMs: 0,
  hasDemoData: false,
  rails: {
    acquirers: [
      { name: 'bank', charges: ['pix'], isUsed: true, isOpened: true, certificate: { notAfter: inDays(300) } },
    ],
    companiesWithoutRail: [],
    lostPlans: [],
    unopenedDestinations: [],
  },
  bankFiles: {
    now: NOW,
    banks: [
      {
        ...{ name: 'files', isUsed: true, isBehindRestore: false, folders: [] },
        numbers: { state: 'fine', left: 9_000, daysLeft: 900 },
        // A Friday evening. It is Sunday, and goes on Monday.
        waitingSince: new Date('2026-11-13T22:00:00Z'),
        unwrittenSince: new Date('2026-11-15T11:51:00Z'),
      },
    ],
  },
  webhooks: { failing: [], disabled: [], unopened: [] },
  queues: [{ name: 'notifications', lateMs: 0 }],
  unreadable: null,
  openRefunds: { count: 1, hours: 23 },
  payouts: {
    isStill: false,
    requested: { count: 2, minutes: 9 },
    sent: { count: 2, minutes: 59 },
    withoutDestination: [],
    withoutRail: [],
    openFindings: { count: 0, oldest: [] },
  },
  vainSlipCodes: 0,
  reminders: { waitingMs: 3_599_000, sent: 20, failing: 2 },
  books: {
    openDivergences: 0,
    differing: [],
    isAudited: true,
    audit: { finishedAt: inDays(-1), findings: 0 },
  },
  backup: { latest: { madeAt: inDays(-1), isProved: true } },
  growth: {
    databaseBytes: GIB,
    largestTables: [{ name: 'events', bytes: GIB / 2 }],
    unfoldedCounts: 0,
    oldestNotificationDays: 30,
    notificationDays: 30,
    webhookLogDays: 90,
    eventYears: 0,
    sealAgeDays: 0.6,
    databaseAgeDays: 900,
    unknownReceipts: { count: 0, cents: 0 },
  },
  disk: { path: '/data', freeBytes: 50 * GIB, totalBytes: 100 * GIB },
  smtp: 'ok',
  listener: { url: 'http://127.0.0.1:3000', state: 'ready', detail: '' },
  callbackFiles: [],
  unknown: [],
} satisfies Facts;

const acquirer = (changes: object) => ({
  rails: { ...WELL.rails, acquirers: [{ ...WELL.rails.acquirers[0], ...changes }] },
});
const ended = { certificate: { notAfter: inDays(-1) } };
const callback = (changes: object) => ({
  callbackFiles: [
    { setting: 'CALLBACK_TLS_CERT_FILE', file: '/c.pem', isReadable: true, certificate: null, ...changes },
  ],
});
const files = (changes: object) => ({
  bankFiles: { now: NOW, banks: [{ ...WELL.bankFiles.banks[0], ...changes }] },
});
const growth = (changes: object) => ({ growth: { ...WELL.growth, ...changes } });
const books = (changes: object) => ({ books: { ...WELL.books, ...changes } });
const payouts = (changes: object) => ({ payouts: { ...WELL.payouts, ...changes } });
const reminders = (changes: object) => ({ reminders: { ...WELL.reminders, ...changes } });
const disk = (freeGib: number) => ({ disk: { ...WELL.disk, freeBytes: freeGib * GIB } });

const CASES: [what: string, changes: object, findings: string[]][] = [
  ['nothing', {}, []],
  ['an old PostgreSQL', { catalog: { ...WELL.catalog, versionNumber: 140_010 } }, ['error DATABASE_TOO_OLD']],
  ['a certificate of 31 days', acquirer({ certificate: { notAfter: inDays(31) } }), []],
  ['a certificate of 29 days', acquirer({ certificate: { notAfter: inDays(29) } }), ['warning CERTIFICATE_ENDS']],
  ['one that ended', acquirer(ended), ['error CERTIFICATE_EXPIRED']],
  [
    'one that ended where nobody charges',
    acquirer({ ...ended, isUsed: false }),
    ['warning ACQUIRER_UNUSED', 'warning CERTIFICATE_EXPIRED'],
  ],
  ['one that cannot be read', acquirer({ certificate: { notAfter: null } }), ['error CERTIFICATE_UNREADABLE']],
  ['numbers that end', files({ numbers: { state: 'ends soon', left: 9, daysLeft: 3 } }), ['warning BANK_NUMBERS_END']],
  ['numbers that ended', files({ numbers: { state: 'ended', left: 0, daysLeft: 0 } }), ['error BANK_NUMBERS_ENDED']],
  [
    'numbers that ended where nobody charges',
    files({ isUsed: false, numbers: { state: 'ended', left: 0, daysLeft: 0 } }),
    ['warning BANK_NUMBERS_ENDED'],
  ],
  ['numbers after a restore', files({ isBehindRestore: true }), ['error BANK_RESUME_NEEDED']],
  [
    'boletos that no file has carried for a business day',
    files({ waitingSince: new Date('2026-11-12T22:00:00Z') }),
    ['warning BANK_FILE_OVERDUE'],
  ],
  [
    'a folder that is not there',
    files({ folders: [{ member: 'inbox', folder: '/bank/in', trouble: 'does not exist' }] }),
    ['warning BANK_FOLDER_UNUSABLE'],
  ],
  [
    'a file that is not in the outbox',
    files({ unwrittenSince: new Date('2026-11-15T11:50:00Z') }),
    ['warning BANK_FILE_UNWRITTEN'],
  ],
  [
    'destinations that no key opens',
    { rails: { ...WELL.rails, unopenedDestinations: [3, 4] } },
    ['error DESTINATION_KEY_WRONG'],
  ],
  ['the listener for banks', callback(ended), ['warning CALLBACK_CERTIFICATE_EXPIRED']],
  ['its file', callback({ isReadable: false }), ['error CALLBACK_FILE_UNREADABLE']],
  ['a refund of yesterday', { openRefunds: { count: 1, hours: 24 } }, ['warning REFUND_OLD']],
  [
    'an answer that cannot be read',
    { unreadable: { payments: 2, minutes: 9, fields: ['pix[].valor'] } },
    ['error ANSWER_UNREADABLE'],
  ],
  ['a payout that nobody sends', payouts({ requested: { count: 1, minutes: 10 } }), ['warning PAYOUT_UNSENT']],
  ['one without a word of the bank', payouts({ sent: { count: 1, minutes: 60 } }), ['warning PAYOUT_OLD']],
  [
    'payouts since a restore, which explains why they wait',
    payouts({ isStill: true, requested: { count: 1, minutes: 600 } }),
    ['error PAYOUTS_STAND_STILL'],
  ],
  ['a schedule that leads nowhere', payouts({ withoutDestination: [4] }), ['warning PAYOUT_SCHEDULE_BLOCKED']],
  ['a company that nobody pays out', payouts({ withoutRail: [4] }), ['warning PAYOUT_NO_RAIL']],
  [
    'what the bank sees otherwise',
    payouts({ openFindings: { count: 1, oldest: [{ id: 7, kind: 'AMOUNT_DIFFERS' }] } }),
    ['warning PAYOUT_FINDINGS'],
  ],
  ['divergences', books({ openDivergences: 2 }), ['warning DIVERGENCE_OPEN']],
  ['a day that differs', books({ differing: ['efi'] }), ['warning COMPARISON_DIFFERS']],
  ['broken books', books({ audit: { ...WELL.books.audit, findings: 1 } }), ['warning AUDIT_FINDINGS']],
  ['books that nobody audits', books({ audit: { finishedAt: inDays(-3), findings: 0 } }), ['warning AUDIT_OLD']],
  ['and is not asked to', books({ isAudited: false, audit: { finishedAt: inDays(-3), findings: 0 } }), []],
  ['books of two days and an hour', books({ audit: { finishedAt: inDays(-2.05), findings: 0 } }), []],
  ['books that nobody could audit yet', books({ audit: null }), []],
  ['a backup of two days', { backup: { latest: { madeAt: inDays(-1.99), isProved: false } } }, []],
  ['an older one', { backup: { latest: { madeAt: inDays(-2.01), isProved: true } } }, ['warning BACKUP_OLD']],
  ['none', { backup: { latest: null } }, ['warning BACKUP_MISSING']],
  ['none of a young database', { backup: { latest: null }, ...growth({ databaseAgeDays: 1.9 }) }, []],
  ['none of a sandbox', { backup: { latest: null }, settings: { ...WELL.settings, mode: 'sandbox' } }, []],
  ['backups that were not looked at', { backup: null }, []],
  ['nine minutes', { queues: [{ name: 'notifications', lateMs: 540_000 }] }, []],
  ['ten minutes', { queues: [{ name: 'notifications', lateMs: 600_000 }] }, ['error QUEUE_LATE_NOTIFICATIONS']],
  [
    'checks, which only come late',
    { queues: [{ name: 'refund checks', lateMs: 600_000 }] },
    ['warning QUEUE_LATE_REFUND_CHECKS'],
  ],
  [
    'codes of slips that nobody looks at',
    { queues: [{ name: 'slip PIX codes', lateMs: 600_000 }] },
    ['warning QUEUE_LATE_SLIP_PIX_CODES'],
  ],
  ['codes of slips that a bank does not make', { vainSlipCodes: 1 }, ['warning SLIP_PIX_STUCK']],
  ['reminders of an hour ago', reminders({ waitingMs: 3_600_000 }), ['warning REMINDERS_LATE']],
  ['three of few reminders', reminders({ failing: 3 }), ['warning REMINDERS_FAILING']],
  ['three of many', reminders({ failing: 3, sent: 28 }), []],
  ['two of two', reminders({ failing: 2, sent: 0 }), []],
  ['reminders without a mail server', { reminders: null }, []],
  ['money that nobody knows', growth({ unknownReceipts: { count: 1, cents: 77_700 } }), ['warning UNKNOWN_RECEIPTS']],
  ['many deltas', growth({ unfoldedCounts: 100_001 }), ['warning COUNTS_UNFOLDED']],
  ['a week more than is kept', growth({ oldestNotificationDays: 37 }), []],
  ['more than that', growth({ oldestNotificationDays: 38 }), ['warning RETENTION_BEHIND']],
  ['a young database without seals', growth({ sealAgeDays: null, databaseAgeDays: 1 }), []],
  ['an old one', growth({ sealAgeDays: null }), ['warning SEAL_OLD']],
  ['room', disk(6), []],
  ['little room', disk(4), ['warning DISK_LOW']],
  ['no room', disk(0.4), ['error DISK_FULL']],
  [
    'a service that says no',
    { listener: { ...WELL.listener, state: 'not-ready', detail: 'database down' } },
    ['error SERVICE_NOT_READY'],
  ],
  ['what could not be seen', { unknown: [{ what: 'growth', reason: 'it took too long' }] }, ['warning NOT_CHECKED']],
  [
    'what stops payments first',
    { smtp: 'ECONNREFUSED', clockSkewMs: -9_000 },
    ['error CLOCK_SKEW', 'warning SMTP_UNREACHABLE'],
  ],
];

describe('judge', () => {
  it.each(CASES)('%s', (_what, changes, expected) => {
    const findings = judge({ ...WELL, ...changes } as Facts);
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
  });

  it('names a few of many', () => {
    const webhooks = { ...WELL.webhooks, failing: [1, 2, 3, 4, 5, 6, 7] };
    expect(judge({ ...WELL, webhooks })[0]?.message).toBe('deliveries fail at webhook 1, 2, 3, 4, 5 and 2 more');
  });

  it.each([
    [['pix', 'invoice'], '--pix-acquirer bank'],
    [['invoice'], '--invoice-acquirer bank'],
    [[], '--payout-acquirer bank'],
  ])('says how a bank for %j is used', (charges, option) => {
    const [finding] = judge({ ...WELL, ...acquirer({ charges, isUsed: false }) } as Facts);
    expect(finding?.fix).toContain(`vintem company set ID ${option},`);
  });

  it('has codes that the guide explains', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url));
    const rules = readdirSync(folder).filter((file) => file.endsWith('.rules.ts'));
    const source = rules.map((file) => readFileSync(folder + file, 'utf8')).join('\n');
    const codes = [...source.matchAll(/(?:stops|warns|hurts)\(\s*'([A-Z_]+)'/g)].map(([, code]) => code as string);
    expect(codes.length).toBeGreaterThan(25);
    const guide = readFileSync(fileURLToPath(new URL('../../../docs/guides/cli.md', import.meta.url)), 'utf8');
    expect(codes.filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
  });
});

it('says in a line for each area what is well, and nothing of what is not known', () => {
  expect(summarise(WELL).map(({ area }) => area)).toEqual([
    'settings',
    'database',
    'migrations',
    'clock',
    'acquirers',
    'queues',
    'growth',
    'disk',
    'service',
    'mail',
  ]);
  const nothing = { ...WELL, catalog: null, migrations: null, clockSkewMs: null, rails: null, queues: null };
  const areas = summarise({ ...nothing, growth: null, disk: null, smtp: null, listener: null }).map(({ area }) => area);
  expect(areas).toEqual(['settings']);
});
