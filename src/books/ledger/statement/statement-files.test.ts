import { describe, expect, it } from 'vitest';
import { readOfx } from '../../../../test/support/ofx.ts';
import { csvCell } from '../../../ground/lists/csv.rules.ts';
import type { StatementEntry } from './statement.sql.ts';
import { csvFile, spreadsheetFile } from './statement-csv.wire.ts';
import { decimalText, entryText, type StatementFile, type StatementSubject } from './statement-file.wire.ts';
import { ofxFile } from './statement-ofx.wire.ts';

const SUBJECT: StatementSubject = {
  companyId: 7,
  from: new Date('2026-11-01T03:00:00Z'),
  to: new Date('2026-12-01T02:59:59.999Z'),
  openingCents: 1_000,
  closingCents: 10_995,
  now: new Date('2026-11-15T12:00:00Z'),
  dialect: 'rfc4180',
};
const ENTRY: StatementEntry = {
  ...{ id: 41, available_at: new Date('2026-11-02T01:30:00Z'), posted_at: new Date('2026-11-02T01:30:00Z') },
  ...{ cause: 'approval', tag: 'share', account: 'company_main', amount_cents: 10_000 },
  ...{ company_id: 1, payment_id: 5, order_number: '20261101-ABCDEFGHJK', refund_id: null, payout_id: null },
};
const ENTRIES: StatementEntry[] = [
  ENTRY,
  { ...ENTRY, id: 42, tag: 'fee', amount_cents: -1 },
  { ...ENTRY, id: 43, cause: 'refund', tag: 'refund', account: 'company_retained', amount_cents: -5, refund_id: 9 },
  { ...ENTRY, id: 44, cause: 'adjustment', tag: 'adjustment', amount_cents: 1, payment_id: null, order_number: null },
];

/** As it is sent: in chunks of two. */
function contentOf(file: StatementFile): string {
  const [first, second] = [ENTRIES.slice(0, 2), ENTRIES.slice(2)];
  return file.head + file.linesOf(first, 1_000) + file.linesOf(second, 10_999) + file.tail;
}

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [-100, '-1.00'],
  [123_456, '1234.56'],
  [9_007_199_254_740_991, '90071992547409.91'],
])('%d cents are %s', (cents, text) => {
  expect(decimalText(cents)).toBe(text);
  expect(csvCell({ cents }, 'excel-br')).toBe(text.replace('.', ','));
});

it('names what a refused refund gave back', () => {
  expect(entryText({ ...ENTRY, tag: 'refund', cause: 'refund_refused' })).toBe('Devolução (recusada, desfeita)');
});

it('is a spreadsheet in Portuguese, with the balance after each entry', () => {
  expect(contentOf(spreadsheetFile(SUBJECT))).toBe(
    `\uFEFF${[
      'Data;Hora;Lançamento;Conta;Valor;Saldo;Pedido;Transação;Devolução',
      '01/11/2026;00:00:00;Saldo anterior;;;10,00;;;',
      '01/11/2026;22:30:00;Venda;Principal;100,00;110,00;20261101-ABCDEFGHJK;5;',
      '01/11/2026;22:30:00;Tarifa;Principal;-0,01;109,99;20261101-ABCDEFGHJK;5;',
      '01/11/2026;22:30:00;Devolução;Retida;-0,05;109,94;20261101-ABCDEFGHJK;5;9',
      '01/11/2026;22:30:00;Ajuste;Principal;0,01;109,95;;;',
      '30/11/2026;23:59:59;Saldo final;;;109,95;;;',
      '',
    ].join('\r\n')}`,
  );
});

it('is a CSV for programs', () => {
  expect(contentOf(csvFile(SUBJECT)).split('\r\n')[1]).toBe(
    '41,2026-11-02T01:30:00.000Z,2026-11-02T01:30:00.000Z,approval,share,main,10000,5,20261101-ABCDEFGHJK,,',
  );
});

describe('OFX', () => {
  it('says each entry to the cent, on its day in São Paulo, under an id that stays', () => {
    const about = 'Pedido 20261101-ABCDEFGHJK, transacao 5';
    const posted = '20261101223000[-3:BRT]';
    expect(readOfx(contentOf(ofxFile(SUBJECT)))).toEqual({
      account: '7',
      start: '20261101000000[-3:BRT]',
      end: '20261130235959[-3:BRT]',
      balance: '109.95',
      transactions: [
        { type: 'CREDIT', posted, amount: '100.00', id: '41', name: 'Venda', memo: about },
        { type: 'DEBIT', posted, amount: '-0.01', id: '42', name: 'Tarifa', memo: about },
        { type: 'DEBIT', posted, amount: '-0.05', id: '43', name: 'Devolucao', memo: `${about}, devolucao 9` },
        { type: 'CREDIT', posted, amount: '0.01', id: '44', name: 'Ajuste', memo: 'Ajuste' },
      ],
    });
  });

  it('is a whole document without entries', () => {
    const { head, tail } = ofxFile(SUBJECT);
    expect(readOfx(head + tail).transactions).toEqual([]);
  });
});
