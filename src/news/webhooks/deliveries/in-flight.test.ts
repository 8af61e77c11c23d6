import { expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';

const CLOCK = { realNow: () => new Date() };

it('every so often it is the turn of failing endpoints, and never for more than their part of the room', () => {
  const inFlight = createInFlight(CLOCK);
  const turns = Array.from({ length: 64 }, () => inFlight.limits());
  const ofFailing = turns.filter(({ failingFirst }) => failingFirst);
  expect(ofFailing).toHaveLength(4);
  for (const { total } of ofFailing) expect(total).toBe(250);
  for (const { total, failingFirst } of turns) if (!failingFirst) expect(total).toBe(2_000);
});

it('failing endpoints get no more while those of which nothing good is known hold all of their part', () => {
  const inFlight = createInFlight(CLOCK);
  for (let id = 1; id <= 250; id++) inFlight.add(id, 1);
  for (let turn = 0; turn < 64; turn++)
    expect(inFlight.limits()).toMatchObject({ includeFailing: false, failingFirst: false, total: 1_750 });
  inFlight.remove(1, false);
  expect(inFlight.limits().includeFailing).toBe(true);
});

it('the turn goes on after the endpoint served last', () => {
  const inFlight = createInFlight(CLOCK);
  expect(inFlight.limits().lastEndpointId).toBe(0);
  for (const id of [7, 8, 3]) inFlight.add(id, 1);
  expect(inFlight.limits().lastEndpointId).toBe(3);
});

it('an endpoint that never answered is busy with its first few; one that answers well gets more, up to its bound', () => {
  const inFlight = createInFlight(CLOCK);
  for (let count = 0; count < 4; count++) inFlight.add(1, 1);
  expect(inFlight.limits().busyEndpointIds).toEqual([1]);
  inFlight.remove(1, true);
  expect(inFlight.limits()).toMatchObject({ busyEndpointIds: [], provenEndpointIds: [1] });
  for (let count = 0; count < 30; count++) inFlight.add(1, 1);
  expect(inFlight.limits().busyEndpointIds).toEqual([1]);
  expect(inFlight.count()).toBe(33);
});

const roomOf = (inFlight: ReturnType<typeof createInFlight>, merchantId: number) => {
  const { merchantRooms, roomOfOtherMerchants } = inFlight.limits();
  return merchantRooms.find((known) => known.merchantId === merchantId)?.room ?? roomOfOtherMerchants;
};

it('a merchant alone gets half of the places, and no more until some are free again', () => {
  const inFlight = createInFlight(CLOCK);
  expect(roomOf(inFlight, 7)).toBe(1_000);
  for (let count = 0; count < 999; count++) inFlight.add(count % 20, 7);
  expect(roomOf(inFlight, 7)).toBe(1);
  inFlight.add(0, 7);
  expect(roomOf(inFlight, 7)).toBe(0);
  inFlight.remove(0, true);
  expect(roomOf(inFlight, 7)).toBe(1);
});

it.each([1, 2, 3, 9])(
  '%i merchants that take all they may leave as much to the next one as each of them has',
  (merchants) => {
    const inFlight = createInFlight(CLOCK);
    const held = new Map<number, number>();
    for (let changed = true; changed; ) {
      changed = false;
      for (let merchantId = 1; merchantId <= merchants; merchantId++) {
        if (roomOf(inFlight, merchantId) === 0) continue;
        inFlight.add(merchantId, merchantId);
        held.set(merchantId, (held.get(merchantId) ?? 0) + 1);
        changed = true;
      }
    }
    const share = Math.floor(2_000 / (merchants + 1));
    for (const count of held.values()) expect(Math.abs(count - share)).toBeLessThanOrEqual(1);
    expect(2_000 - inFlight.count()).toBeGreaterThanOrEqual(share - merchants);
    expect(roomOf(inFlight, merchants + 1)).toBeGreaterThanOrEqual(Math.floor((share - merchants) / 2));
  },
);

it('no more than so many of a merchant begin within a second, whether or not they have ended', () => {
  let nowMs = 5_000;
  const inFlight = createInFlight({ realNow: () => new Date(nowMs) }, 10);
  expect(inFlight.limits().roomOfOtherMerchants).toBe(10);
  for (let count = 0; count < 10; count++) inFlight.add(1, 1);
  for (let count = 0; count < 10; count++) inFlight.remove(1, true);
  expect(inFlight.limits().merchantRooms).toEqual([{ merchantId: 1, room: 0 }]);
  expect(inFlight.limits().roomOfOtherMerchants).toBe(10);
  nowMs = 6_000;
  expect(inFlight.limits().merchantRooms).toEqual([]);
});
