import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/ground/errors.ts';
import { errorsInEnglish } from '../../web/api/errors.en.ts';
import { formatsOf } from '../../web/i18n/formats.ts';
import { plural } from '../../web/i18n/plural.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));

/** `a.b` for a text, `a.b()` for a function. */
function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'string') return [`${prefix}${key}`];
    return typeof value === 'function' ? [`${prefix}${key}()`] : keysOf(value, `${prefix}${key}.`);
  });
}

describe('both languages', () => {
  const rooms = files.filter((file) => /^[\w/-]+\.pt-br\.ts$/.test(file));

  it('are there in every room', () => {
    expect(rooms.length).toBeGreaterThan(3);
    expect(files).toEqual(expect.arrayContaining(rooms.map((file) => file.replace('.pt-br.', '.en.'))));
  });

  it.each(rooms)('say the same things (%s)', async (file) => {
    const { ptBr } = await import(`../../web/${file}`);
    const { en } = await import(`../../web/${file.replace('.pt-br.', '.en.')}`);
    expect(keysOf(en)).toEqual(keysOf(ptBr));
  });

  it('know every error of the catalogue', () => {
    expect(Object.keys(errorsInEnglish).sort()).toEqual(Object.keys(ERRORS).sort());
  });

  it('are nowhere but in the files of texts', () => {
    const components = files.filter(
      (file) => file.endsWith('.tsx') && !file.startsWith('pay/') && !file.startsWith('links/'),
    );
    expect(components.length).toBeGreaterThan(30);
    expect(components.flatMap(literalsIn)).toEqual([]);
  });
});

const NAMES = new Set(['aria-label', 'label', 'title', 'placeholder', 'alt', 'description']);
/** What is the same in every language. */
const SAME = new Set(['Vintém', 'E-mail', 'R$', 'Ctrl K', 'Português', 'English', 'JSON']);

/** Words that a person would read or hear, written into a component. */
function literalsIn(file: string): string[] {
  const found: string[] = [];
  const judge = (text: string) => {
    if (/\p{L}{2}/u.test(text) && !SAME.has(text.trim())) found.push(`${file}: ${text.trim()}`);
  };
  const { program, errors } = parseSync(file, readFileSync(path.join(WEB, file), 'utf8'));
  expect(errors, file).toEqual([]);
  new Visitor({
    JSXText: ({ value }) => judge(value),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && NAMES.has(name.name) && value?.type === 'Literal')
        judge(String(value.value));
    },
  }).visit(program);
  return found;
}

describe('formats', () => {
  const [ptBr, en] = [formatsOf('pt-BR'), formatsOf('en')];

  it('money, with a space that does not break', () => {
    expect(ptBr.money(123_456)).toBe('R$\u00a01.234,56');
    expect(ptBr.money(-50)).toBe('-R$\u00a00,50');
    expect(en.money(123_456)).toBe('R$1,234.56');
  });

  it('times, in São Paulo whatever the machine thinks', () => {
    expect(ptBr.dateTime('2026-11-15T04:59:00Z')).toBe('15/11/2026 01:59');
    expect(ptBr.date('2026-11-15')).toBe('15/11/2026');
    expect(ptBr.relative('2026-11-15T04:56:00Z', Date.parse('2026-11-15T04:59:10Z'))).toBe('há 3 minutos');
    expect(ptBr.relative('2026-11-01T04:56:00Z', Date.parse('2026-11-15T04:59:10Z'))).toBe('01/11/2026 01:56');
  });

  it('how long something takes, in the unit that says most', () => {
    expect([59, 60, 5_399, 5_400, 172_799, 172_800].map(ptBr.duration)).toEqual([
      '59 segundos',
      '1 minuto',
      '89 minutos',
      '1 hora',
      '47 horas',
      '2 dias',
    ]);
    expect(en.milliseconds(1_340)).toBe('1,340 ms');
  });

  it('shares', () => {
    expect(ptBr.percent(0.874)).toBe('87,4%');
  });

  it('counts, where zero is no singular', () => {
    const forms = { zero: 'nenhuma', one: 'uma', other: 'várias' };
    expect([0, 1, 2, 1_000_000].map((count) => plural(count, forms))).toEqual(['nenhuma', 'uma', 'várias', 'várias']);
  });
});
