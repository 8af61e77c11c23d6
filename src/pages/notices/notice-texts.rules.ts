import { methodOf } from '../../gateway/payments/methods.rules.ts';
import type { PaymentType } from '../../gateway/payments/payment.ts';
import type { MailText } from '../../ground/text/mail.rules.ts';
import { nameForMail } from '../../ground/text/subject-names.rules.ts';
import { dateText, moneyText, timeText } from '../payer-pages/formats.rules.ts';

const LANGUAGE = 'pt-BR';

const instantText = (instant: Date) => `${dateText(LANGUAGE, instant)} às ${timeText(LANGUAGE, instant)}`;

export function endpointFailing(endpoint: { id: number; url: string; since: Date; baseUrl: string }): MailText {
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
}): MailText {
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
}): MailText {
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
}): MailText {
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
}): MailText {
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

export function destinationCreated(added: {
  /** Masked. */
  destination: string;
  isForRefund: boolean;
  createdAt: Date;
  createdBy: string;
  usableAt: Date;
  companyId: number;
  companyName: string;
  baseUrl: string;
}): MailText {
  const company = nameForMail(added.companyName) ?? 'o estabelecimento';
  const somebody = nameForMail(added.createdBy) ?? 'um usuário da conta';
  const use = added.isForRefund ? 'para a devolução de um boleto' : 'de saques';
  return {
    subject: 'Novo destino para o dinheiro da sua conta',
    paragraphs: [
      `Em ${instantText(added.createdAt)}, ${somebody} cadastrou um destino ${use} de ${company}: ` +
        `${added.destination}.`,
      `Ele pode ser usado a partir de ${instantText(added.usableAt)}. Se não foi alguém da sua equipe, remova-o ` +
        'agora, troque as senhas e fale com quem opera o serviço.',
    ],
    link: { words: 'Ver o estabelecimento', url: `${added.baseUrl}/dashboard/companies/${added.companyId}` },
  };
}

export function paymentReceipt(payment: {
  amountCents: number;
  orderNumber: string;
  paymentType: PaymentType;
  paidAt: Date;
  companyName: string;
  companyDocument: string;
  pageUrl: string;
}): MailText {
  const { companyName, companyDocument } = payment;
  const way = methodOf(payment.paymentType).wayInPortuguese;
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

/** A query string may hold somebody's key: it stays out of mails. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
