import { expect, it } from 'vitest';
import { nameForMail } from './subject-names.rules.ts';

it.each(['Loja da Ana', 'Casa & Cia. Ltda.', 'J. P. Silva S.A.', '第一商店', '24 Horas'])('%s is a name', (name) => {
  expect(nameForMail(name)).toBe(name);
});

it.each([
  'Ganhe em https://evil.example/x',
  'entre em www.evil',
  'evil.example',
  'Loja <ana@evil.example>',
  'ana@evil',
  'Loja\r\nBcc: todos',
  'Loja\u2028nova linha',
  'pagou.com',
])('%j is none that goes into a mail', (name) => {
  expect(nameForMail(name)).toBeNull();
});
