import { plural } from '../i18n/plural.ts';

export const ptBr = {
  groups: { sell: 'Vender', money: 'Dinheiro', build: 'Integrar', account: 'Conta' },
  pages: {
    home: 'Início',
    transactions: 'Transações',
    links: 'Links de pagamento',
    customers: 'Clientes',
    balances: 'Saldos',
    statement: 'Extrato',
    payouts: 'Saques',
    refunds: 'Devoluções',
    divergences: 'Divergências',
    webhooks: 'Webhooks',
    events: 'Eventos',
    reference: 'Referência',
    companies: 'Estabelecimentos',
    settings: 'Ajustes',
    sandbox: 'Sandbox',
  },
  badges: {
    payouts: ({ count }: { count: number }) =>
      plural(count, {
        zero: '',
        one: '1 saque aguardando aprovação',
        other: `${count} saques aguardando aprovação`,
      }),
    divergences: ({ count }: { count: number }) =>
      plural(count, { zero: '', one: '1 divergência em aberto', other: `${count} divergências em aberto` }),
    webhooks: ({ count }: { count: number }) =>
      plural(count, { zero: '', one: '1 webhook com falha', other: `${count} webhooks com falha` }),
  },
  company: { label: 'Estabelecimento', all: 'Todos os estabelecimentos' },
  sandbox: {
    title: 'Ambiente de testes',
    text: 'nenhum dinheiro real',
    clock: 'Relógio',
    hour: '+1 h',
    day: '+1 dia',
    advance: 'Adiantar o relógio',
    advanceText: ({ time }: { time: string }) =>
      `O relógio vai para ${time}. Vale para todos neste ambiente e não volta.`,
    advanced: ({ time }: { time: string }) => `Agora são ${time}`,
  },
  palette: {
    title: 'Buscar páginas, ações e transações',
    placeholder: 'Página, ação, pedido, cliente ou id',
    transactions: 'Transações',
    newPayment: 'Nova cobrança',
    newLink: 'Novo link de pagamento',
    openTransaction: ({ id }: { id: string }) => `Abrir a transação ${id}`,
    search: ({ text }: { text: string }) => `Buscar “${text}” nas transações`,
  },
  keys: {
    newPayment: 'Nova cobrança',
    refund: 'Devolver, em uma transação',
  },
};
