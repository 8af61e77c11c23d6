import fc from 'fast-check';
import { expect, it } from 'vitest';
import { activityOf, LIMITS, type Limit, type Load, limitOf } from './limit.rules.ts';

const NOBODY = { processor: 0, disk: 0, locks: 0, network: 0 };
const CALM: Load = {
  machineBusy: 0.3,
  othersBusy: 0.1,
  nodeBusy: 0.4,
  sessions: NOBODY,
  commitMs: 2,
  roundTripMs: 0.1,
};

const CASES: [what: string, load: Partial<Load>, limit: Limit][] = [
  ['a machine without a free core', { machineBusy: 0.9, nodeBusy: 1 }, 'cores'],
  ['a full machine of which others have a fifth', { machineBusy: 1, othersBusy: 0.2 }, 'others'],
  ['a full machine of which others have less', { machineBusy: 1, othersBusy: 0.19 }, 'cores'],
  ['a full machine of which nobody knows', { machineBusy: 1, othersBusy: null }, 'cores'],
  ['others on a machine that is not full', { machineBusy: 0.8, othersBusy: 0.7, nodeBusy: 1 }, 'node'],
  ['a full Node beside free cores', { machineBusy: 0.89, nodeBusy: 0.9 }, 'node'],
  ['a full Node, whatever the database waits for', { nodeBusy: 1, sessions: { ...NOBODY, disk: 4 } }, 'node'],
  ['sessions that compute', { nodeBusy: 0.89, sessions: { processor: 3, disk: 1, locks: 1, network: 1 } }, 'postgres'],
  ['sessions that wait for the disk', { sessions: { processor: 1, disk: 3, locks: 0, network: 1 } }, 'disk'],
  ['sessions that wait for each other', { sessions: { processor: 1, disk: 1, locks: 3, network: 1 } }, 'locks'],
  ['sessions that wait for the gateway', { sessions: { processor: 1, disk: 1, locks: 0, network: 2 } }, 'round-trip'],
  ['as many for the disk as at work', { sessions: { processor: 2, disk: 2, locks: 0, network: 0 } }, 'disk'],
  ['half a session at work is enough', { sessions: { ...NOBODY, processor: 0.5 } }, 'postgres'],
  ['nobody at work, and a long way', { commitMs: 4, roundTripMs: 2 }, 'round-trip'],
  ['hardly anybody at work, and a short way', { sessions: { ...NOBODY, disk: 0.4 }, roundTripMs: 0.9 }, 'nothing'],
];

it.each(CASES)('%s', (_what, load, limit) => {
  expect(limitOf({ ...CALM, ...load })).toBe(limit);
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const mean = fc.double({ min: 0, max: 50, noNaN: true });

it('[property] whatever was measured has a limit that people are told of', () => {
  const load = fc.record({
    machineBusy: share,
    othersBusy: fc.option(share),
    nodeBusy: share,
    sessions: fc.record({ processor: mean, disk: mean, locks: mean, network: mean }),
    commitMs: mean,
    roundTripMs: mean,
  });
  fc.assert(
    fc.property(load, (measured) => {
      const limit = limitOf(measured);
      expect(LIMITS[limit].says).toMatch(/\w/);
      // Nobody is told to change the database while the machine or Node is full.
      if (measured.machineBusy >= 0.9 || measured.nodeBusy >= 0.9) expect(['others', 'cores', 'node']).toContain(limit);
    }),
  );
});

it.each([
  ['active', null, null, 'processor'],
  ['active', 'IO', 'WalSync', 'disk'],
  ['active', 'IO', 'DataFileRead', 'disk'],
  ['active', 'LWLock', 'WALWrite', 'disk'],
  ['active', 'IPC', 'SyncRep', 'disk'],
  ['active', 'LWLock', 'BufferContent', 'locks'],
  ['active', 'Lock', 'transactionid', 'locks'],
  ['active', 'Client', 'ClientWrite', 'network'],
  ['active', 'Timeout', 'PgSleep', null],
  ['idle in transaction', 'Client', 'ClientRead', 'network'],
  ['idle', 'Client', 'ClientRead', null],
  [null, null, null, null],
])('a session that is %s, waiting for %s %s: %s', (state, type, event, activity) => {
  expect(activityOf({ state, type, event })).toBe(activity);
});
