import { plural } from '../i18n/plural.ts';

export const ptBr = {
  title: 'Clientes',
  search: 'Buscar por nome, CPF ou CNPJ',
  name: 'Nome',
  document: 'CPF/CNPJ',
  email: 'E-mail',
  phone: 'Telefone',
  since: 'Cliente desde',
  empty: 'Nenhum cliente ainda',
  emptyText: 'Clientes surgem com o primeiro pedido.',
  newPayment: 'Nova cobrança',
  show: 'Mostrar',
  hide: 'Esconder',
  data: 'Dados',
  payments: 'Cobranças',
  paidCount: ({ count }: { count: number }) =>
    plural(count, { zero: 'nenhuma paga', one: '1 paga', other: `${count} pagas` }),
  paid: 'Pago',
  refunded: 'Devolvido',
  last: 'Último pagamento',
  never: 'nunca',
  partial: 'São muitas transações: os números são das mais recentes.',
  transactions: 'Transações',
  none: 'Nenhuma transação deste cliente.',
  privacy: {
    title: 'Privacidade',
    text: 'A LGPD deixa o cliente pedir uma cópia dos seus dados, ou que sejam removidos.',
    export: 'Exportar os dados',
    remove: 'Remover os dados',
    removeText: ({ name }: { name: string }) =>
      `Nome, documento, e-mail, telefone e endereço de “${name}” são removidos para sempre. ` +
      'Transações, valores e extratos ficam. Não pode ser desfeito.',
    removed: 'Dados removidos',
    isRemoved: 'Os dados desta pessoa foram removidos. O que ela pagou continua nos livros.',
  },
};
