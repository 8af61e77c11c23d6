import { expect, it } from 'vitest';
import { saysDeadKey } from './dead-key.rules.ts';

it.each([
  'A chave do favorecido não foi encontrada no DICT.',
  'RequisicaoInvalida; Requisição inválida: A chave informada não pôde ser localizada',
  'chave_nao_encontrada: Chave não encontrada',
  'Chave PIX inexistente',
  'favorecido.chave: A chave do favorecido é inválida',
])('%s: nobody has it', (words) => expect(saysDeadKey(words)).toBe(true));

it.each([
  'A chave do pagador é inválida',
  'A chave do pagador não foi encontrada',
  'A chave informada no pagador não existe; saldo do favorecido',
  'Chave inválida',
  'A chave do pagador não tem webhook.',
  'Limite de consultas de chave excedido',
  'Saldo insuficiente',
  '',
])('%s: says nothing of the receiver’s key', (words) => expect(saysDeadKey(words)).toBe(false));
