import { plural } from '../../i18n/plural.ts';

export const ptBr = {
  title: 'Adquirentes',
  again: 'Conferir de novo',
  empty: 'Nenhum banco ainda',
  emptyText: 'Quem tem a máquina configura um com vintem acquirer set.',
  states: {
    answers: 'Responde',
    silent: 'Não responde',
    unusable: 'Não pode ser usado',
    spared: 'Poupado por enquanto',
  },
  kind: 'Tipo',
  sandbox: 'do próprio sandbox',
  changed: 'Configurado',
  does: 'O que faz',
  charges: { pix: 'cobra PIX', invoice: 'cobra boleto' },
  refunds: 'devolve',
  payouts: 'paga saques',
  companies: 'Cobra por',
  companyCount: ({ count }: { count: number }) =>
    plural(count, { zero: 'nenhum estabelecimento', one: '1 estabelecimento', other: `${count} estabelecimentos` }),
  certificate: 'Certificado',
  validUntil: ({ date, days }: { date: string; days: number }) =>
    `vale até ${date}, ${plural(days, { zero: 'termina hoje', one: 'mais 1 dia', other: `mais ${days} dias` })}`,
  ended: ({ date }: { date: string }) => `venceu em ${date}`,
  unreadable: 'não pôde ser lido',
  noCertificate: 'não usa',
  spared: 'Chamadas poupadas',
  calls: 'Chamadas em 24 h',
  unanswered: ({ count }: { count: number }) =>
    plural(count, { zero: 'todas respondidas', one: '1 sem resposta', other: `${count} sem resposta` }),
  response: 'Resposta',
  responseOf: ({ half, most }: { half: string; most: string }) => `metade em ${half}, 95 % em ${most}`,
  slow: 'mais de 25 s',
  none: 'nenhuma',
  compared: 'Último dia comparado',
};
