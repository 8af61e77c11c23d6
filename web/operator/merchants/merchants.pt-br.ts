import { plural } from '../../i18n/plural.ts';

export const ptBr = {
  title: 'Lojistas',
  one: 'Lojista',
  search: 'Nome, id, CNPJ ou e-mail',
  empty: 'Nenhum lojista ainda',
  emptyText: 'Crie o primeiro, ou convide quem vai começar.',
  status: 'Situação',
  columns: { name: 'Lojista', companies: 'Estabelecimentos', people: 'Pessoas', created: 'Desde', status: 'Situação' },
  demo: 'demonstração',
  establishments: ({ count }: { count: number }) =>
    plural(count, {
      zero: 'nenhum estabelecimento',
      one: '1 estabelecimento',
      other: `${count} estabelecimentos`,
    }),
  people: ({ count }: { count: number }) =>
    plural(count, { zero: 'ninguém', one: '1 pessoa', other: `${count} pessoas` }),
  since: 'Desde',
  secondFactor: 'Exige duas etapas',
  begin: {
    title: 'Novo lojista',
    name: 'Nome da empresa',
    email: 'E-mail de quem será dono',
    how: 'Como começa',
    create: 'Criar agora; o dono escolhe a senha pelo link',
    invite: 'Convidar: nada existe antes de a pessoa aceitar',
    submit: 'Gerar o link',
    made: 'Link do dono',
    wrong: 'Confira este campo',
  },
  activity: 'Registro de ações',
  change: {
    activate: 'Ativar',
    deactivate: 'Desativar',
    activateTitle: 'Deixar o lojista entrar de novo',
    deactivateTitle: 'Deixar o lojista de fora',
    activateText: 'Pessoas, tokens e chaves voltam a valer.',
    stops: 'O que para agora:',
    people: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'ninguém perde o acesso',
        one: '1 pessoa não entra mais',
        other: `${count} pessoas não entram mais`,
      }),
    companies: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'nenhum estabelecimento deixa de vender',
        one: '1 estabelecimento deixa de vender',
        other: `${count} estabelecimentos deixam de vender`,
      }),
    tokens: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'nenhum token é recusado',
        one: '1 token é recusado',
        other: `${count} tokens são recusados`,
      }),
    keys: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'nenhuma chave de API é recusada',
        one: '1 chave de API é recusada',
        other: `${count} chaves de API são recusadas`,
      }),
    pending: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'Nenhum pagamento espera.',
        one: '1 pagamento que espera segue: quem pagar, pagou.',
        other: `${count} pagamentos que esperam seguem: quem pagar, pagou.`,
      }),
    done: 'Situação mudada',
  },
  companies: {
    title: 'Estabelecimentos',
    none: 'Nenhum estabelecimento ainda.',
    name: 'Nome',
    document: 'CPF ou CNPJ',
    tokens: 'Tokens ativos',
    status: 'Situação',
    add: 'Novo estabelecimento',
    submit: 'Criar',
    created: 'Estabelecimento criado',
  },
  users: {
    title: 'Pessoas',
    none: 'Ninguém ainda.',
    masked: 'Nomes e e-mails aparecem encobertos até você dizer por que precisa deles.',
    name: 'Pessoa',
    role: 'Papel',
    factor: 'Duas etapas',
    status: 'Situação',
    actions: 'Ações',
    menu: ({ name }: { name: string }) => `Ações de ${name}`,
    reveal: 'Mostrar nome e e-mail',
    revealText: 'A pessoa e o motivo ficam no registro de ações.',
    resetLink: 'Gerar link de nova senha',
    resetText: 'Quem tem o link escolhe outra senha. Confirme antes quem está pedindo.',
    endSessions: 'Encerrar as sessões',
    endText: 'A pessoa sai de todos os lugares e entra de novo com a senha.',
    ended: 'Sessões encerradas',
    removeFactor: 'Retirar as duas etapas',
    removeText: 'Para quem perdeu o celular e os códigos. Encerra as sessões; confirme antes quem está pedindo.',
    removed: 'Duas etapas retiradas',
    made: 'Link de nova senha',
  },
};
