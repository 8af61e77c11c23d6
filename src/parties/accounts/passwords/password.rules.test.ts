import { describe, expect, it } from 'vitest';
import { weaknessOfPassword } from './password.rules.ts';

const COMMON = new Set(['password', '12345678', 'iloveyou', 'senha', 'flamengo']);
const isCommon = (text: string) => COMMON.has(text);
const OWNER = ['Livraria Boa Vista', 'José Antônio', 'financeiro@boavista.example.com.br'];

const weakness = (password: string, owner: readonly string[] = OWNER) => weaknessOfPassword(password, owner, isCommon);

describe('refuses', () => {
  it.each(['password', 'PassWord', 'password1', 'Password2026!', '12345678', 'ILoveYou!!!', 'Flamengo-10'])(
    '%s: a common one',
    (password) => {
      expect(weakness(password)).toMatch(/commonest/);
    },
  );

  it.each(['aaaaaaaa', 'abababab', '111111112222'])('%s: too few different characters', (password) => {
    expect(weakness(password)).toMatch(/different characters/);
  });

  it.each([
    'livraria',
    'Livraria2026',
    'boavista!',
    'boa.vista.1',
    'LivrariaBoaVista',
    'financeiro',
    'financeiro@boavista.example.com.br',
    'joseantonio',
    'José Antônio 77',
    'antonio-xyz',
  ])('%s: the name or e-mail of its own account', (password) => {
    expect(weakness(password)).toMatch(/own name/);
  });
});

it.each([
  'goiabada com queijo',
  'livraria e café da esquina',
  'lfKBnsHAuR6YcewOYKWYPyHw',
  'senha-boa-77',
  '918273645012',
  'ピカチュウと電気ねずみ',
])('takes %s', (password) => {
  expect(weakness(password)).toBeNull();
});

it('is not thrown by accounts without words', () => {
  expect(weakness('goiabada', ['', '@', '!'])).toBeNull();
});
