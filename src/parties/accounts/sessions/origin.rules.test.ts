import { describe, expect, it } from 'vitest';
import { type Sender, whyForeign } from './origin.rules.ts';

const HOSTS = ['192.168.0.5:3000', 'pay.example'];
const page: Sender = {
  method: 'POST',
  fetchSite: undefined,
  origin: 'http://192.168.0.5:3000',
  hasOwnHeader: true,
  isHeaderless: false,
};

describe('where a request comes from', () => {
  it.each<[string, Partial<Sender>, boolean]>([
    ['our own page on a phone in the house, whose browser names only the origin', {}, true],
    ['the name we are known by outside, behind a proxy', { origin: 'https://pay.example' }, true],
    ['the browser’s word beats the origin', { fetchSite: 'cross-site' }, false],
    ['the browser’s word is enough', { fetchSite: 'same-origin', origin: undefined }, true],
    ['the same host at another port', { origin: 'http://192.168.0.5:3001' }, false],
    ['an origin with more behind it', { origin: 'http://192.168.0.5:3000/evil' }, false],
    ['nobody', { origin: undefined }, false],
    ['nobody, but only to read', { origin: undefined, method: 'GET' }, true],
    ['without the header', { hasOwnHeader: false }, false],
    [
      'without the header, as a download',
      { hasOwnHeader: false, isHeaderless: true, method: 'GET', origin: undefined },
      true,
    ],
    ['without the header, as a download that writes', { hasOwnHeader: false, isHeaderless: true }, false],
  ])('%s', (_name, changes, isOurs) => {
    expect(whyForeign({ ...page, ...changes }, HOSTS) === null).toBe(isOurs);
  });
});
