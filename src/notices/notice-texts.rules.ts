import { dateText, moneyText, timeText } from '../payer-pages/formats.rules.ts';
import { html } from '../payer-pages/html.rules.ts';
import { nameForMail } from '../text/subject-names.rules.ts';

/** What a notice says: in Portuguese, without secrets, and no more of a person than is needed. */
export interface NoticeText {
  subject: string;
  paragraphs: readonly string[];
  link: { words: string; url: string };
}

const LANGUAGE = 'pt-BR';
const MAX_SUBJECT_LENGTH = 150;
/** Names of merchants stand in subjects: a line break in one must never begin a header. */
const IN_NO_HEADER = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

const instantText = (instant: Date) => `${dateText(LANGUAGE, instant)} às ${timeText(LANGUAGE, instant)}`;

export function endpointFailing(endpoint: { id: number; url: string; since: Date; baseUrl: string }): NoticeText {
  return {
    subject: `Webhook falhando: ${hostOf(endpoint.url)}`,
    paragraphs: [
      `Desde ${instantText(endpoint.since)} nenhum aviso chega ao webhook ${addressOf(endpoint.url)}.`,
      'Continuamos tentando. Depois de cinco dias só com falhas, o webhook é desativado. Nada se perde: o que faltou ' +
        'pode ser reenviado no painel.',
    ],
    link: { words: 'Ver o webhook', url: `${endpoint.baseUrl}/dashboard/webhooks/${endpoint.id}` },
  };
}

export function endpointDisabled(endpoint: {
  id: number;
  url: string;
  since: Date;
  reason: string | null;
  baseUrl: string;
}): NoticeText {
  const why =
    endpoint.reason === 'GONE'
      ? 'porque respondeu que não existe mais (410)'
      : 'depois de dias em que toda tentativa falhou';
  return {
    subject: `Webhook desativado: ${hostOf(endpoint.url)}`,
    paragraphs: [
      `O webhook ${addressOf(endpoint.url)} foi desativado em ${instantText(endpoint.since)}, ${why}.`,
      'Quando o endereço voltar a funcionar, ative-o no painel e recupere o que faltou desde então.',
    ],
    link: { words: 'Ver o webhook', url: `${endpoint.baseUrl}/dashboard/webhooks/${endpoint.id}` },
  };
}

export function divergenceFound(divergence: {
  orderNumber: string;
  paymentId: number;
  detectedAt: Date;
  baseUrl: string;
}): NoticeText {
  return {
    subject: `Divergência no pedido ${divergence.orderNumber}`,
    paragraphs: [
      `Em ${instantText(divergence.detectedAt)} a adquirente informou, sobre o pedido ${divergence.orderNumber}, um ` +
        'valor diferente do que temos registrado.',
      'Nenhum saldo foi alterado. Alguém precisa verificar e dizer o que foi feito.',
    ],
    link: { words: 'Ver a transação', url: `${divergence.baseUrl}/dashboard/transactions/${divergence.paymentId}` },
  };
}

export function linkOversold(late: {
  orderNumber: string;
  paymentId: number;
  paidAt: Date;
  baseUrl: string;
}): NoticeText {
  return {
    subject: `Vendido além do limite: pedido ${late.orderNumber}`,
    paragraphs: [
      `O pedido ${late.orderNumber} foi pago em ${instantText(late.paidAt)}, depois que o lugar dele no link de ` +
        'pagamento já tinha sido liberado. Com ele, o link vendeu mais do que tinha.',
      'O valor está no seu saldo. Entregue mesmo assim ou devolva o pagamento.',
    ],
    link: { words: 'Ver a transação', url: `${late.baseUrl}/dashboard/transactions/${late.paymentId}` },
  };
}

export function unknownReceipts(news: {
  acquirer: string;
  day: string;
  count: number;
  cents: number;
  baseUrl: string;
}): NoticeText {
  const amount = moneyText(LANGUAGE, news.cents);
  const day = news.day.split('-').reverse().join('/');
  const payments = news.count === 1 ? 'um pagamento' : `${news.count} pagamentos`;
  return {
    subject: `Pagamentos sem pedido no banco ${news.acquirer}: ${amount}`,
    paragraphs: [
      `Em ${day} o banco ${news.acquirer} recebeu ${payments} sem pedido daqui, no total de ${amount}.`,
      'Nenhum saldo foi alterado. Fale com a operação: o valor pode ser de outro sistema que usa a mesma conta, ' +
        'ou de um pedido que não temos mais.',
    ],
    link: { words: 'Ver as transações', url: `${news.baseUrl}/dashboard/transactions` },
  };
}

export function paymentReceipt(payment: {
  amountCents: number;
  orderNumber: string;
  paymentType: string;
  paidAt: Date;
  companyName: string;
  companyDocument: string;
  pageUrl: string;
}): NoticeText {
  const { companyName, companyDocument } = payment;
  const way = payment.paymentType === 'pix' ? 'por PIX' : 'por boleto';
  const name = nameForMail(companyName);
  const amount = moneyText(LANGUAGE, payment.amountCents);
  return {
    subject: `Pagamento recebido: ${amount}${name === null ? '' : ` para ${name}`}`,
    paragraphs: [
      `${name ?? 'O estabelecimento'} (${companyDocument}) recebeu o seu pagamento de ${amount}, ` +
        `feito ${way} em ${instantText(payment.paidAt)}.`,
      `Pedido ${payment.orderNumber}.`,
    ],
    link: { words: 'Ver o comprovante', url: payment.pageUrl },
  };
}

/** The two forms of a mail. What a name contains becomes neither a header nor markup. */
export function mailOf({ subject, paragraphs, link }: NoticeText): { subject: string; text: string; html: string } {
  const line = subject.replaceAll(IN_NO_HEADER, ' ').trim();
  return {
    subject: line.length > MAX_SUBJECT_LENGTH ? `${line.slice(0, MAX_SUBJECT_LENGTH - 1)}…` : line,
    text: `${[...paragraphs, `${link.words}: ${link.url}`].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="pt-BR">
<body>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}<p><a href="${link.url}">${link.words}</a></p>
</body>
</html>
`.toString(),
  };
}

/** A query string may hold somebody's key: it stays out of mails. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
