export const ptBr = {
  mark: 'Operação',
  groups: { clients: 'Clientes', money: 'Dinheiro', banks: 'Bancos', house: 'Casa' },
  pages: {
    home: 'Painel',
    merchants: 'Lojistas',
  },
  roles: { ADMIN: 'Administração', FINANCE: 'Financeiro', SUPPORT: 'Atendimento' },
  sandbox: { title: 'Ambiente de testes', text: 'nenhum dinheiro real' },
  palette: { title: 'Buscar páginas e ações', placeholder: 'Página ou ação' },
};
