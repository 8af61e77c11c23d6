import { expect, it } from 'vitest';
import { readOptions } from '../src/options.rules.ts';

const SECRET = 'whsec_aoISJOIMuNYcN+UjnjZOCLpVDh3gVZxBLcMmbbGXYIQ=';
const GOOD = { url: 'https://pay.example.com', apiKey: 'vk_1', accessToken: 'est_1', webhookSecret: SECRET };
const LOGIN = { ...GOOD, apiKey: undefined, email: 'shop@example.com', password: 'secret' };

it('reads options with a key, or with a login', () => {
  expect(readOptions(GOOD)).toEqual({
    access: { url: GOOD.url, apiKey: 'vk_1' },
    accessToken: 'est_1',
    webhookSecrets: [SECRET],
    dueDays: undefined,
    itemName: 'Pedido',
  });
  expect(readOptions(LOGIN).access).toEqual({ url: GOOD.url, email: 'shop@example.com', password: 'secret' });
});

it('takes several secrets, days and a name', () => {
  const settings = readOptions({ ...GOOD, webhookSecret: [SECRET, SECRET], dueDays: 0, itemName: 'Café da Serra' });
  expect(settings).toMatchObject({ webhookSecrets: [SECRET, SECRET], dueDays: 0, itemName: 'Café da Serra' });
});

it.each([
  [{ url: undefined }, 'url must be'],
  [{ url: 'pay.example.com' }, 'url must be'],
  [{ url: 'ftp://pay.example.com' }, 'url must be'],
  [{ apiKey: undefined }, 'apiKey is missing (or email and password)'],
  [{ apiKey: '' }, 'apiKey must be'],
  [{ email: 'shop@example.com' }, 'give either apiKey, or email and password'],
  [{ apiKey: undefined, email: 'shop@example.com' }, 'apiKey is missing'],
  [{ accessToken: ' ' }, 'accessToken must be'],
  [{ webhookSecret: undefined }, 'webhookSecret must be'],
  [{ webhookSecret: 'secret' }, 'webhookSecret must be'],
  [{ webhookSecret: [] }, 'webhookSecret must be'],
  [{ webhookSecret: [SECRET, ''] }, 'webhookSecret must be'],
  [{ dueDays: -1 }, 'dueDays must be'],
  [{ dueDays: 1.5 }, 'dueDays must be'],
  [{ dueDays: '3' }, 'dueDays must be'],
  [{ dueDays: 181 }, 'dueDays must be'],
  [{ itemName: '' }, 'itemName must be'],
  [{ itemName: 'x'.repeat(201) }, 'itemName must be'],
  [{ webhooksecret: SECRET }, 'there is no option webhooksecret'],
])('says in plain words what is wrong with %j', (change, problem) => {
  expect(() => readOptions({ ...GOOD, ...change })).toThrow(`the options of @vintem/medusa are wrong: ${problem}`);
});

it.each([undefined, null, 'https://pay.example.com', 7])('names everything that is missing at once, of %j', (given) => {
  expect(() => readOptions(given)).toThrow(/url must be .*; apiKey is missing .*; accessToken .*; webhookSecret /);
});
