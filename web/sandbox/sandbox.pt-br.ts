export const ptBr = {
  title: 'Sandbox',
  clock: {
    title: 'Relógio',
    text: 'O tempo dos negócios: vencimentos, liquidações e prazos seguem este relógio.',
    ahead: 'Adiantado',
    aheadBy: ({ days, hours }: { days: number; hours: number }) => `${days} d ${hours} h`,
    hour: '+1 hora',
    day: '+1 dia',
    month: '+30 dias',
    businessDay: 'Próximo dia útil',
    confirmTitle: 'Adiantar o relógio',
    confirmText: 'Vale para todos neste ambiente e não volta.',
    confirm: ({ by }: { by: string }) => `Adiantar: ${by}`,
    moved: 'Relógio adiantado',
    off: 'Neste ambiente, o relógio é de todos e não pode ser adiantado.',
  },
  data: {
    title: 'Pagar sem dinheiro',
    text:
      'Crie uma cobrança e pague como o pagador faria: na transação ou na página do pagador. ' +
      'Saldo, extrato e webhooks mudam como de verdade.',
    create: 'Nova cobrança',
    transactions: 'Ver transações',
    refused: 'Um cliente com este e-mail é sempre recusado:',
  },
};
