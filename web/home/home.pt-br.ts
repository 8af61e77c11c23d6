import { plural } from '../i18n/plural.ts';

export const ptBr = {
  title: 'Início',
  figures: {
    received: 'Recebido',
    paid: 'Pagas',
    conversion: 'Conversão',
    average: 'Ticket médio',
    comparedTo: ({ from, to }: { from: string; to: string }) => `Comparado a ${from} – ${to}`,
    up: ({ change }: { change: string }) => `subiu ${change}`,
    down: ({ change }: { change: string }) => `caiu ${change}`,
    same: 'igual ao período anterior',
    nothingBefore: 'sem movimento no período anterior',
    stillOpen: ({ open }: { open: number }) => (open === 1 ? '1 em aberto' : `${open} em aberto`),
    points: ({ points }: { points: string }) => `${points} p.p.`,
  },
  volume: {
    title: 'Volume por dia',
    label: 'Valor pago por dia e forma de pagamento',
    empty: 'Nenhum pagamento neste período',
    emptyText: 'O volume de cada dia aparece aqui assim que alguém paga.',
  },
  balances: {
    title: 'Saldos',
    available: 'Disponível',
    future: 'A receber',
    retention: 'Retido',
    next: ({ date, amount }: { date: string; amount: string }) => `Próximo: ${date}, ${amount}`,
    all: 'Ver todos',
  },
  attention: {
    title: 'Precisa de atenção',
    nothing: 'Nada precisa de você agora.',
    divergences: ({ count }: { count: number }) =>
      plural(count, {
        zero: '',
        one: '1 divergência com a adquirente',
        other: `${count} divergências com a adquirente`,
      }),
    failing: ({ host, since }: { host: string; since: string }) => `O webhook ${host} falha desde ${since}`,
    disabled: ({ host }: { host: string }) => `O webhook ${host} foi desativado por falhar demais`,
    oldRefunds: ({ count }: { count: number }) =>
      plural(count, {
        zero: '',
        one: '1 devolução em andamento há mais de um dia',
        other: `${count} devoluções em andamento há mais de um dia`,
      }),
    approvals: ({ count }: { count: number }) =>
      plural(count, {
        zero: '',
        one: '1 saque espera aprovação',
        other: `${count} saques esperam aprovação`,
      }),
    oldPayouts: ({ count }: { count: number }) =>
      plural(count, {
        zero: '',
        one: '1 saque sem resposta do banco há mais de um dia',
        other: `${count} saques sem resposta do banco há mais de um dia`,
      }),
    blocked: ({ name }: { name: string }) => `${name}: um destino de saques foi bloqueado`,
    notScheduled: ({ name, day }: { name: string; day: string }) => `${name}: o saque agendado de ${day} não saiu`,
    refunds: ({ count }: { count: number }) =>
      plural(count, {
        zero: '',
        one: '1 devolução em processamento',
        other: `${count} devoluções em processamento`,
      }),
  },
  latest: {
    title: 'Últimos pagamentos',
    all: 'Ver todas',
    empty: 'Nenhuma cobrança ainda',
    emptyText: 'As cobranças aparecem aqui assim que são criadas, pelo painel ou pela API.',
    new: 'Nova cobrança',
  },
  checklist: {
    title: 'Primeiros passos',
    done: ({ done, all }: { done: number; all: number }) => `${done} de ${all} feitos`,
    hide: 'Esconder',
    isDone: 'feito',
    token: { title: 'Token de acesso', text: 'A chave com que sua loja cria cobranças.', action: 'Criar token' },
    payment: { title: 'Primeiro pagamento', text: 'Crie uma cobrança e veja o dinheiro entrar.', action: 'Cobrar' },
    testPayment: {
      title: 'Pagamento de teste',
      text: 'Crie uma cobrança e pague no papel do cliente: nenhum dinheiro real.',
      action: 'Cobrar',
    },
    webhook: { title: 'Webhook', text: 'Sua loja é avisada na hora em que alguém paga.', action: 'Cadastrar' },
    link: { title: 'Link de pagamento', text: 'Venda sem site: envie um link e receba.', action: 'Criar link' },
  },
};
