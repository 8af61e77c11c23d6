export const ptBr = {
  section: {
    title: 'Boleto',
    due: 'Vencimento',
    payableUntil: 'Pode ser pago até',
    charges: 'Depois do vencimento',
    discounts: 'Descontos',
    registration: 'Registro',
    waiting: 'aguardando o banco; alguns bancos só aceitam o boleto depois do registro',
    registered: ({ date }: { date: string }) => `registrado em ${date}`,
    rejected: ({ reason }: { reason: string }) => `recusado: ${reason}`,
    noReason: 'o banco não disse por quê',
    afterRejection: 'Corrija os dados e crie uma nova cobrança.',
    requested: 'Pedido ao banco',
    requestedDueDate: ({ date, at }: { date: string; at: string }) =>
      `novo vencimento ${date}, pedido em ${at}; vale quando o banco confirmar`,
    requestedCancel: ({ at }: { at: string }) =>
      `cancelamento, pedido em ${at}; até o banco confirmar, ainda pode ser pago`,
  },
  dueDate: {
    title: 'Mudar vencimento',
    field: 'Novo vencimento',
    now: ({ date }: { date: string }) => `Vencimento atual: ${date}.`,
    text: 'Alguns bancos respondem só mais tarde; até lá vale o vencimento de agora.',
    done: ({ date }: { date: string }) => `O boleto agora vence em ${date}`,
    asked: 'Pedido enviado ao banco; o vencimento muda quando ele confirmar',
    problems: {
      none: 'Escolha um dia',
      past: 'Escolha um dia a partir de hoje',
      far: 'No máximo 180 dias a partir de hoje',
      discount: 'Não pode ser antes do último desconto',
    },
  },
};
