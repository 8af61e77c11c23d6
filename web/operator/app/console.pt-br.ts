import { plural } from '../../i18n/plural.ts';

export const ptBr = {
  mark: 'Operação',
  groups: { clients: 'Clientes', money: 'Dinheiro', banks: 'Bancos', house: 'Casa' },
  pages: {
    home: 'Painel',
    merchants: 'Lojistas',
    payments: 'Transações',
    divergences: 'Divergências',
    receipts: 'Dinheiro sem dono',
    refunds: 'Devoluções',
    payouts: 'Saques',
    comparisons: 'Conferência diária',
    acquirers: 'Adquirentes',
    files: 'Arquivos de boletos',
    books: 'Livros',
    audits: 'Auditoria e selos',
    team: 'Equipe',
    auditLog: 'Registro de ações',
  },
  badges: {
    divergences: ({ count }: { count: number }) =>
      plural(count, { zero: '', one: '1 divergência em aberto', other: `${count} divergências em aberto` }),
    receipts: ({ count }: { count: number }) =>
      plural(count, { zero: '', one: '1 recebimento sem dono', other: `${count} recebimentos sem dono` }),
  },
  roles: { ADMIN: 'Administração', FINANCE: 'Financeiro', SUPPORT: 'Atendimento' },
  sandbox: { title: 'Ambiente de testes', text: 'nenhum dinheiro real' },
  palette: {
    title: 'Buscar páginas, lojistas e transações',
    placeholder: 'Página, lojista, id, pedido ou endToEndId',
    merchants: 'Lojistas',
    payments: 'Transações',
  },
};
