import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/suite/any-text.ts';
import { mailOf } from '../../ground/text/mail.rules.ts';
import { nextAttemptAt, PAUSES_MS } from './notice-schedule.rules.ts';
import { divergenceFound, endpointDisabled, endpointFailing, paymentReceipt } from './notice-texts.rules.ts';

const SINCE = new Date('2026-11-15T12:30:00Z');
const baseUrl = 'https://pay.example.com';

describe('texts', () => {
  it('name what fails and since when, in São Paulo, without the query string of an address', () => {
    const { subject, text } = mailOf(
      endpointFailing({ id: 7, url: 'https://loja.com.br/vintem?key=segredo', since: SINCE, baseUrl }),
    );
    expect(subject).toBe('Webhook falhando: loja.com.br');
    expect(text).toContain('Desde 15/11/2026 às 09:30 nenhum aviso chega ao webhook https://loja.com.br/vintem.');
    expect(text).toContain('Ver o webhook: https://pay.example.com/dashboard/webhooks/7');
    expect(text).not.toContain('segredo');
  });

  it.each([
    ['GONE', 'porque respondeu que não existe mais (410)'],
    ['FAILING', 'depois de dias em que toda tentativa falhou'],
  ])('say why a webhook was switched off: %s', (reason, words) => {
    expect(mailOf(endpointDisabled({ id: 7, url: 'https://a.b/', since: SINCE, reason, baseUrl })).text).toContain(
      words,
    );
  });

  it('lead from a divergence to its transaction', () => {
    const { subject, text } = mailOf(
      divergenceFound({ orderNumber: '20261115-A', paymentId: 9, detectedAt: SINCE, baseUrl }),
    );
    expect(subject).toBe('Divergência no pedido 20261115-A');
    expect(text).toContain(`${baseUrl}/dashboard/transactions/9`);
  });

  const receipt = (companyName: string) =>
    mailOf(
      paymentReceipt({
        amountCents: 12_345,
        orderNumber: 'A-1',
        paymentType: 'pix',
        paidAt: SINCE,
        companyName,
        companyDocument: '11.222.333/0001-81',
        pageUrl: `${baseUrl}/pay/token`,
      }),
    );

  it('thank a payer with the figures of the payment', () => {
    expect(receipt('Loja Demo')).toEqual({
      subject: 'Pagamento recebido: R$\u00a0123,45 para Loja Demo',
      text:
        'Loja Demo (11.222.333/0001-81) recebeu o seu pagamento de R$\u00a0123,45, feito por PIX em 15/11/2026 às ' +
        '09:30.\n\nPedido A-1.\n\nVer o comprovante: https://pay.example.com/pay/token\n',
      html: expect.stringContaining('<p>Pedido A-1.</p>'),
    });
  });

  it('keep whatever a name contains out of headers and markup', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (name) => {
        const { subject, html } = receipt(name);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(subject.length).toBeLessThanOrEqual(150);
        expect(html.match(/<(?!\/?(?:html|body|p|a)\b|!doctype)/g)).toBeNull();
      }),
    );
  });
});

it('a mail is tried seven times within a day, and then no more', () => {
  const pauses = PAUSES_MS.map((_, index) => (nextAttemptAt(index + 1, SINCE)?.getTime() ?? 0) - SINCE.getTime());
  expect(pauses).toEqual(PAUSES_MS);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(86_400_000);
  expect(nextAttemptAt(PAUSES_MS.length + 1, SINCE)).toBeNull();
});
