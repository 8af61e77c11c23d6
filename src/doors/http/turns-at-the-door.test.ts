import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Handle, takeTurnsAtTheDoor } from './turns-at-the-door.ts';

class Connection {
  destroyed = false;
  remoteAddress: string;
  constructor(remoteAddress: string) {
    this.remoteAddress = remoteAddress;
  }
  destroy() {
    this.destroyed = true;
  }
}

function openDoor() {
  const begun: string[] = [];
  const enter: Handle = takeTurnsAtTheDoor((request) => void begun.push(request.url as string));
  return {
    begun,
    ask(url: string, connection: Connection, authorization?: string) {
      const request = { url, socket: connection, headers: { authorization } } as unknown as IncomingMessage;
      enter(request, {} as ServerResponse);
    },
  };
}

const from = (address: string) => new Connection(address);
const names = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);

describe('requests of one address', () => {
  it('begin eight to a turn without a token, in their order; another address does not wait for them', async () => {
    const door = openDoor();
    for (const name of names(20)) door.ask(name, from('192.0.2.1'));
    expect(door.begun).toEqual(names(8));
    door.ask('other', from('192.0.2.2'));
    expect(door.begun).toEqual([...names(8), 'other']);
    const ofFirst = () => door.begun.filter((name) => name !== 'other');
    await nextTurn();
    await nextTurn();
    expect(ofFirst()).toEqual(names(16));
    await nextTurn();
    expect(ofFirst()).toEqual(names(20));
  });

  it('begin thirty-two to a turn with one', async () => {
    const door = openDoor();
    for (const name of names(40)) door.ask(name, from('192.0.2.1'), 'Bearer x');
    expect(door.begun).toEqual(names(32));
    await nextTurn();
    await nextTurn();
    expect(door.begun).toEqual(names(40));
  });

  it('begin each in a task of its own', async () => {
    const steps: string[] = [];
    const enter = takeTurnsAtTheDoor(async ({ url }) => {
      steps.push(`${url} begins`);
      await null;
      steps.push(`${url} goes on`);
    });
    const headers = {};
    for (const url of names(10))
      enter({ url, headers, socket: from('192.0.2.1') } as unknown as IncomingMessage, {} as ServerResponse);
    await nextTurn();
    await nextTurn();
    expect(steps.slice(-4)).toEqual(['r8 begins', 'r8 goes on', 'r9 begins', 'r9 goes on']);
  });

  it('begin at once when the turn before is over', async () => {
    const door = openDoor();
    for (const name of names(8)) door.ask(name, from('192.0.2.1'));
    await nextTurn();
    door.ask('later', from('192.0.2.1'));
    expect(door.begun).toEqual([...names(8), 'later']);
  });

  it('stay behind those that wait already', async () => {
    const door = openDoor();
    for (const name of names(9)) door.ask(name, from('192.0.2.1'));
    door.ask('last', from('192.0.2.1'));
    await nextTurn();
    await nextTurn();
    expect(door.begun).toEqual([...names(9), 'last']);
  });

  it('are one address’s in a whole IPv6 network', () => {
    const door = openDoor();
    for (const [n, name] of names(10).entries()) door.ask(name, from(`2001:db8::${n + 1}`));
    expect(door.begun).toEqual(names(8));
  });

  it('of a caller who hung up while waiting do not begin, and take no room', async () => {
    const door = openDoor();
    const gone = from('192.0.2.1');
    for (const name of names(8)) door.ask(name, from('192.0.2.1'));
    for (const name of ['gone1', 'gone2']) door.ask(name, gone);
    door.ask('stays', from('192.0.2.1'));
    gone.destroy();
    await nextTurn();
    await nextTurn();
    expect(door.begun).toEqual([...names(8), 'stays']);
  });

  it('sent ahead by the hundred on one connection end it', async () => {
    const door = openDoor();
    const connection = from('192.0.2.1');
    for (const name of names(108)) door.ask(name, connection);
    expect(connection.destroyed).toBe(false);
    door.ask('too many', connection);
    expect(connection.destroyed).toBe(true);
  });
});
