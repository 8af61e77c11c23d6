import { plural } from '../../i18n/plural.ts';

export const ptBr = {
  mark: 'Operação',
  groups: { clients: 'Clientes', money: 'Dinheiro', banks: 'Bancos', house: 'Casa' },
  pages: {
    home: 'Painel',
    merchants: 'Lojistas',
    payments: 'Transações',
    divergences: 'Divergências',
    acquirers: 'Adquirentes',
    books: 'Livros',
    audits: 'Auditoria e selos',
    team: 'Equipe',
    auditLog: 'Registro de ações',
  },
  badges: {
    divergences: ({ count }: { count: number }) =>
      plural(count, { zero: '', one: '1 divergência em aberto', other: `${count} divergências em aberto` }),
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
