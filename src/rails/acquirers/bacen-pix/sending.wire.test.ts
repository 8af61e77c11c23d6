import { expect, it } from 'vitest';
import { readSent, readSentList } from './sending.wire.ts';

const SENT = { idEnvio: 'a1', endToEndId: 'E1', valor: '10.00', status: 'REALIZADO' };
const refused = (motivo?: string) => ({ ...SENT, status: 'NAO_REALIZADO', ...(motivo !== undefined && { motivo }) });

it.each([
  ['A chave do favorecido não foi encontrada', true],
  ['A chave do pagador não foi encontrada', false],
  [undefined, false],
])('NAO_REALIZADO because of %s: nobody has the key: %s', (motivo, isDestinationDead) => {
  expect(readSent(refused(motivo), 'a1')).toMatchObject({ value: { status: 'REFUSED', isDestinationDead } });
});

it('reasons repeat neither documents nor keys', () => {
  const motivo = 'chave maria@example.com de 529.982.247-25 recusada';
  const devolucoes = [{ id: 'd1', rtrId: 'D1', valor: '1.00', status: 'DEVOLVIDO', motivo }];
  const reading = readSent({ ...refused(motivo), devolucoes }, 'a1');
  const masked = 'chave … de … recusada';
  expect(reading).toMatchObject({ value: { reason: masked, returns: [{ reason: masked }] } });
});

it('lists what left whatever names it, and by no time of its own', () => {
  const { idEnvio: _, ...byHand } = SENT;
  const odd = { ...SENT, idEnvio: 'not one of ours: 1/2' };
  const under = { ...SENT, status: 'EM_PROCESSAMENTO' };
  expect(readSentList({ pix: [SENT, byHand, odd, under, refused(), { ...SENT, valor: 'x' }] })).toEqual({
    ok: true,
    value: {
      payouts: [
        { reference: 'a1', endToEndId: 'E1', amountCents: 1_000 },
        { reference: null, endToEndId: 'E1', amountCents: 1_000 },
        { reference: odd.idEnvio, endToEndId: 'E1', amountCents: 1_000 },
      ],
      count: 6,
      pages: null,
      oddItems: ['pix[].valor'],
    },
  });
});
