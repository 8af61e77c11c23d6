import { describe, expect, it } from 'vitest';
import { isEmail, isOneLine, isPlainText } from './visible-text.rules.ts';

describe('refuses in every text', () => {
  it.each([
    ['an escape sequence', 'Maria\u001b[2J'],
    ['a bell', 'Maria\u0007'],
    ['a backspace', 'Maria\b'],
    ['delete', 'Maria\u007f'],
    ['a control character of Latin-1', 'Maria\u009b31m'],
    ['an override', 'Maria \u202eavliS'],
    ['an embedding', '\u202aMaria'],
    ['an isolate', '\u2067Maria\u2069'],
    ['an annotation', 'Maria\ufff9Silva\ufffb'],
    ['tags', 'Maria\u{e0041}\u{e0042}'],
  ])('%s', (_, text) => {
    expect([isOneLine(text), isPlainText(text)]).toEqual([false, false]);
  });
});

describe('lets pass in every text', () => {
  it.each([
    ['João D’Ávila & Cia. (Filial nº 2) – 50% "à vista" <novo>'],
    ['王小明'],
    ['Ωμέγα Ñandú Łódź'],
    ['محمد بن عبد الله'],
    ['مرحبا\u200f!'],
    ['נח'],
    ['क्‍ष'],
    ['می‌خواهم'],
    ['👩‍👩‍👧‍👦 🇧🇷 ❤️ 👍🏽'],
    ['e\u0301'],
    ['\u00a0'],
  ])('%s', (text) => {
    expect([isOneLine(text), isPlainText(text)]).toEqual([true, true]);
  });
});

it.each(['duas\nlinhas', 'duas\r\nlinhas', 'duas\u2028linhas', 'dois\u2029parágrafos'])(
  'lets line breaks pass in descriptions only: %j',
  (text) => {
    expect([isOneLine(text), isPlainText(text)]).toEqual([false, true]);
  },
);

describe('an e-mail', () => {
  it.each(['a\u200b@b.com', 'a@b\u00ad.com', '\u2060a@b.com'])('may hide nothing: %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it.each([
    'maria@example.com',
    'a@b',
    'maria.silva+loja@sub.exemplo.com.br',
    'josé@exemplo.com',
    '用户@例子.公司',
    'a..b.@example.com',
    'x_1-2!#$%&*/=?^{|}~@e-x.com',
  ])('may be %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    'maria',
    '@example.com',
    'maria@',
    'maria@@example.com',
    'a@b@c',
    'ma ria@example.com',
    ' maria@example.com',
    'maria@example.com\n',
    '"><svg/onload=alert(1)>@x',
    '"maria"@example.com',
    "maria'@example.com",
    '<maria@example.com>',
    'Maria <maria@example.com>',
    'a@example.com,b@example.com',
    'a@example.com;b',
    'maria@[127.0.0.1]',
    'maria@.com',
    'maria@example..com',
    'maria@example.com.',
    'maria\u202e@example.com',
    'maria\u001b@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('may not be %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

it('a tab, as a line break, belongs to a text and not to a line', () => {
  for (const text of ['a\tb', 'a\nb']) expect([isOneLine(text), isPlainText(text)]).toEqual([false, true]);
});
