import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createBankTurns } from './bank-turns.ts';

const by = (id: number) => ({ operator: { user: { id }, name: `pessoa ${id}` } }) as unknown as FastifyRequest;
const program = (name: string) => ({ operator: { user: null, name } }) as unknown as FastifyRequest;

it('one for each bank, two for each operator, eight in all; nobody queues', async () => {
  const turns = createBankTurns();
  const giveBack = turns.take('um', by(1));
  expect(() => turns.take('um', by(2))).toThrow('somebody works on um already');
  turns.take('dois', by(1));
  expect(() => turns.take('tres', by(1))).toThrow('too many');
  giveBack();
  turns.take('tres', by(1));
  for (const bank of ['a', 'b']) turns.take(bank, by(2));
  for (const bank of ['c', 'd']) turns.take(bank, program('robô'));
  expect(() => turns.take('e', program('robô'))).toThrow('too many');
  for (const bank of ['e', 'f']) turns.take(bank, by(3));
  expect(() => turns.take('g', by(4))).toThrow('too many');
});

it('a turn is given back when its work fails', async () => {
  const turns = createBankTurns();
  await expect(turns.during('um', by(1), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turns.during('um', by(1), async () => 'yes')).resolves.toBe('yes');
});
