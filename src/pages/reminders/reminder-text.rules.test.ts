import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Slip } from '../../gateway/boleto-terms/figures.rules.ts';
import { mailOf } from '../../ground/text/mail.rules.ts';
import { reminderText } from './reminder-text.rules.ts';

const PLAIN: Slip = { amountCents: 15_000, dueDate: '2026-11-26', terms: null };
const LATE: Slip = {
  ...PLAIN,
  terms: {
    fine: { percentHundredths: 200 },
    interest: { monthlyPercentHundredths: 100 },
    discounts: [{ until: '2026-11-24', amountCents: 500 }],
    payableDaysAfterDue: 30,
  },
};

const mail = (slip: Slip, today: string, companyName = 'Loja Azul') =>
  mailOf(
    reminderText(
      {
        slip,
        orderNumber: '20261117-ABCDEFGHJK',
        companyName,
        companyDocument: '11.222.333/0001-81',
        pageUrl: 'https://pay.example.com/pay/abc',
        unsubscribeUrl: 'https://pay.example.com/reminders/xyz',
      },
      today,
    ),
  );
/** Money is written with a blank that does not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('what a payer is told', () => {
  it.each([
    ['2026-11-23', 'vence em 26/11/2026'],
    ['2026-11-25', 'vence amanhã, 26/11/2026'],
    ['2026-11-26', 'vence hoje, 26/11/2026'],
    ['2026-11-30', 'venceu em 26/11/2026'],
  ])('on %s: %s', (today, words) => {
    const { subject, text } = mail(PLAIN, today);
    expect(plain(subject)).toBe(`Lembrete: boleto de R$ 150,00 para Loja Azul ${words}`);
    expect(text).toContain(`O boleto do pedido 20261117-ABCDEFGHJK, de Loja Azul (11.222.333/0001-81), ${words}.`);
  });

  it('due on a Sunday, Monday is in time', () => {
    const { subject, text } = mail({ ...PLAIN, dueDate: '2026-11-22' }, '2026-11-23');
    expect(subject).toContain('venceu em 22/11/2026 e vale hoje sem atraso');
    expect(plain(text)).toContain('Valor hoje: R$ 150,00. Pode ser pago até 23/11/2026.');
  });

  it('shows the figures of the day and of the next', () => {
    expect(plain(mail(LATE, '2026-11-24').text)).toContain(
      'Valor hoje: R$ 145,00, com desconto de R$ 5,00. Amanhã: R$ 150,00. Pode ser pago até 26/12/2026.',
    );
    // Due on a Thursday, the third day after is a Sunday, and the fourth a Monday: 3,00 + 4 × 0,05.
    const late = mail(LATE, '2026-11-30');
    expect(plain(late.text)).toContain(
      'Valor hoje: R$ 153,20, com multa e juros até hoje. Amanhã: R$ 153,25. Pode ser pago até 26/12/2026.',
    );
    expect(plain(late.subject)).toContain('boleto de R$ 153,20');
  });

  it('leads to the page and to where one says no more, in both forms', () => {
    const { text, html } = mail(PLAIN, '2026-11-23');
    expect(text).toContain('Ver e pagar o boleto: https://pay.example.com/pay/abc');
    expect(text).toContain('Não receber mais lembretes de Loja Azul: https://pay.example.com/reminders/xyz');
    expect(html).toContain('<a href="https://pay.example.com/pay/abc">');
    expect(html).toContain('<a href="https://pay.example.com/reminders/xyz">');
  });

  it('a name never brings a link, a header or markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const { subject, html } = mail(PLAIN, '2026-11-23', `${name}<b>\r\nBcc: x@evil.example`);
        expect(subject).not.toMatch(/[\r\n]|evil/);
        expect(html).not.toMatch(/<b>|evil/);
      }),
    );
  });
});
