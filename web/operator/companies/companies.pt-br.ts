import { plural } from '../../i18n/plural.ts';

export const ptBr = {
  one: 'Estabelecimento',
  merchant: 'Lojista',
  document: 'CPF ou CNPJ',
  tabs: { label: 'Partes do estabelecimento', terms: 'Condições', split: 'Divisão', rails: 'Bancos e regras' },
  save: 'Conferir e salvar',
  undo: 'Desfazer',
  readOnly: 'Seu papel só lê esta página.',
  unreadable: 'Corrija o que está indicado.',
  saved: 'Mudança salva',
  review: {
    title: 'O que muda',
    action: 'Salvar a mudança',
    what: 'O quê',
    before: 'Antes',
    after: 'Depois',
    termsText: 'Vale para novas cobranças; liquidação e retenção, a partir da próxima aprovação.',
    railsText: 'Vale a partir de agora.',
  },
  terms: {
    title: 'O que foi combinado',
    groups: { pix: 'PIX', invoice: 'Boleto', retention: 'Retenção', payouts: 'Saques' },
    fields: {
      fee_fixed: 'Tarifa fixa',
      fee_basis_points: 'Tarifa em %',
      fee_on_refund: 'Tarifa na devolução',
      settlement_days: 'Dias úteis até liquidar',
      basis_points: 'Retido do líquido',
      days: 'Dias retidos',
      fee: 'Tarifa por saque',
    },
    onRefund: { returned: 'volta para a loja', kept: 'fica com a plataforma' },
    off: 'desligado',
  },
  preview: {
    title: 'Na prática',
    of: ({ amount, method }: { amount: string; method: string }) => `De ${amount} por ${method}`,
    shop: ({ amount, when }: { amount: string; when: string }) => `loja ${amount} ${when}`,
    retained: ({ amount, days }: { amount: string; days: number }) =>
      `dos quais ${amount} ficam retidos por ${plural(days, { zero: '0 dias', one: '1 dia', other: `${days} dias` })}`,
    platform: ({ amount }: { amount: string }) => `plataforma ${amount}`,
    payout: ({ amount, fee }: { amount: string; fee: string }) => `De um saque de ${amount}, a tarifa é ${fee}`,
    when: ({ days }: { days: number }) =>
      plural(days, { zero: 'hoje', one: 'em 1 dia útil', other: `em ${days} dias úteis` }),
    before: 'hoje é',
    missing: 'Falta um valor para calcular.',
    beforeSplit: 'Antes da divisão com outros estabelecimentos.',
  },
  rails: {
    title: 'Quem cobra, quem paga, e com que limites',
    groups: { own: 'Estabelecimento', pix: 'PIX', invoice: 'Boleto', payouts: 'Saques' },
    fields: {
      name: 'Nome',
      status: 'Situação',
      payer_receipts: 'Recibo por e-mail a quem paga',
      late_caps: 'Multa e juros no limite do consumidor',
      confirm_above: 'Devolução pede a senha a partir de',
      reminders: 'Lembretes de boleto',
      enabled: 'Aceito',
      acquirer: 'Banco',
      minimum: 'Saque mínimo',
      most: 'Máximo por saque',
      day: 'Máximo por dia',
      to_others: 'Pode ir para outro titular',
      needs_approval: 'Uma segunda pessoa aprova cada um',
    },
    ownBank: 'nenhum (no sandbox, o próprio)',
    noLimit: 'Em branco: sem limite',
    never: 'Em branco: nunca',
    reminders: {
      title: 'Lembretes de boleto por e-mail',
      days: 'Quando lembrar quem paga',
      most: ({ most }: { most: number }) => `Escolha até ${most}; nenhum não envia lembretes.`,
      none: 'nenhum',
      day: ({ days }: { days: number }) => {
        if (days === 0) return 'no dia do vencimento';
        const count = plural(Math.abs(days), { zero: '', one: '1 dia', other: `${Math.abs(days)} dias` });
        return days < 0 ? `${count} antes` : `${count} depois`;
      },
    },
  },
  split: {
    title: 'Divisão fixa',
    text: 'Vale para cada nova cobrança deste estabelecimento. Cobranças que já existem ficam como estão.',
    none: 'Sem divisão: tudo fica com este estabelecimento.',
    what: 'Divisão',
    participant: 'Id do estabelecimento',
    unknown: 'nenhum estabelecimento com este id',
    role: 'Papel',
    roles: { PRIMARY: 'Recebe o resto', SECONDARY: 'Participa' },
    kind: 'Tipo',
    kinds: { PERCENTAGE: 'Percentual', FIXED: 'Valor fixo' },
    percent: 'Percentual (%)',
    amount: 'Valor',
    basis: 'Base',
    gross: 'Sobre o valor bruto',
    net: 'Sobre o valor sem a tarifa',
    chargeFee: 'Paga a tarifa',
    add: 'Adicionar participante',
    remove: 'Remover',
    removeOne: ({ name }: { name: string }) => `Remover ${name}`,
    example: ({ amount, method }: { amount: string; method: string }) => `De ${amount} por ${method}:`,
    share: ({ name, amount }: { name: string; amount: string }) => `${name} ${amount}`,
    platform: ({ amount }: { amount: string }) => `plataforma ${amount}`,
    refused: 'esta divisão seria recusada.',
    counts: 'Vale para novas cobranças.',
  },
  stopping: {
    title: 'O que para enquanto estiver inativo:',
    tokens: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'nenhuma loja usa um token dele',
        one: '1 token deixa de aceitar cobranças',
        other: `${count} tokens deixam de aceitar cobranças`,
      }),
    links: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'nenhum link de pagamento em aberto',
        one: '1 link de pagamento deixa de vender',
        other: `${count} links de pagamento deixam de vender`,
      }),
    splits: ({ count }: { count: number }) =>
      plural(count, {
        zero: '',
        one: '1 outro estabelecimento o tem na divisão: as cobranças dele são recusadas',
        other: `${count} outros estabelecimentos o têm na divisão: as cobranças deles são recusadas`,
      }),
    pending: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'Não há pagamento pendente. Saldo e saques continuam dele.',
        one: '1 pagamento pendente continua: quem pagar, pagou. Saldo e saques continuam dele.',
        other: `${count} pagamentos pendentes continuam: quem pagar, pagou. Saldo e saques continuam dele.`,
      }),
  },
};
