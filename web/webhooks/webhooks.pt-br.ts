import { plural } from '../i18n/plural.ts';

export const ptBr = {
  title: 'Webhooks',
  back: 'Webhooks',
  backToOne: 'Entregas',
  create: 'Novo webhook',
  empty: {
    title: 'Receba avisos',
    text: 'Cadastre o endereço da sua loja. Cada pagamento aprovado ou devolvido chega lá, assinado.',
  },
  columns: {
    url: 'Endereço',
    events: 'Eventos',
    company: 'Estabelecimento',
    state: 'Situação',
    last: 'Última tentativa',
  },
  allCompanies: 'Todos',
  states: {
    working: 'Ativo',
    failing: 'Falhando',
    FAILING: 'Desativado: falhou por dias',
    GONE: 'Desativado: respondeu 410',
    BY_HAND: 'Pausado',
  },
  failingSince: 'Falha desde',
  never: 'nenhuma ainda',
  count: ({ count }: { count: number }) =>
    plural(count, { zero: 'nenhum', one: '1 evento', other: `${count} eventos` }),
  form: {
    url: 'Endereço (URL)',
    urlHelp: 'Começa com https e responde 2xx em até 5 segundos.',
    events: 'Eventos',
    company: 'Estabelecimento',
    description: 'Descrição',
    create: 'Criar webhook',
    save: 'Salvar',
    saved: 'Webhook salvo',
    secretTitle: 'Segredo do webhook',
  },
  actions: {
    test: 'Enviar teste',
    tested: 'Evento de teste a caminho',
    pause: 'Pausar',
    resume: 'Ativar',
    paused: 'Webhook pausado',
    resumed: 'Webhook ativo',
    rotate: 'Girar segredo',
    rotateText: 'Um novo segredo passa a assinar. O antigo vale 24 h, para a sua loja trocar sem perder avisos.',
    remove: 'Remover webhook',
    removeText: ({ host }: { host: string }) => `O registro de entregas vai junto. Para confirmar, digite ${host}`,
    removeField: 'Endereço do servidor',
    removed: 'Webhook removido',
  },
  tabs: { label: 'Partes do webhook', deliveries: 'Entregas', settings: 'Configuração' },
  health: {
    title: 'Últimas 24 horas',
    delivered: 'Entregues',
    pending: 'Aguardando',
    failed: 'Falhas',
    p95: 'p95',
    ms: ({ ms }: { ms: number }) => `${ms} ms`,
    byHour: 'Entregas por hora',
  },
  missed: {
    text: ({ total, since }: { total: number; since: string }) =>
      plural(total, {
        zero: 'Nada se perdeu.',
        one: `1 evento não chegou desde ${since}.`,
        other: `${total} eventos não chegaram desde ${since}.`,
      }),
    recover: 'Recuperar o que se perdeu',
    title: 'Recuperar o que se perdeu',
    since: 'Desde',
    count: ({ failed, unsent }: { failed: number; unsent: number }) => {
      const given = plural(failed, { zero: 'Nenhum desistiu', one: '1 desistiu', other: `${failed} desistiram` });
      const never = plural(unsent, {
        zero: 'nenhum deixou de ser enviado',
        one: '1 não foi enviado',
        other: `${unsent} não foram enviados`,
      });
      return `${given}, ${never}.`;
    },
    more: 'Há mais: recupere de novo depois deste.',
    action: ({ total }: { total: number }) =>
      plural(total, { zero: 'Nada a reenviar', one: 'Reenviar 1 evento', other: `Reenviar ${total} eventos` }),
    started: ({ total }: { total: number }) =>
      plural(total, { zero: 'Nada a reenviar', one: '1 evento a caminho', other: `${total} eventos a caminho` }),
  },
  deliveries: {
    title: 'Entregas',
    event: 'Evento',
    transaction: 'Transação',
    status: 'Situação',
    attempts: 'Tentativas',
    next: 'Próxima',
    created: 'Criada',
    answer: 'Resposta',
    states: { PENDING: 'Aguardando', DELIVERED: 'Entregue', FAILED: 'Falhou' },
    filters: { status: 'Situação', event: 'Evento', transaction: 'Transação', created: 'Criada' },
    empty: 'Nada enviado ainda',
    emptyText: 'Envie um teste para ver o primeiro aviso chegar.',
    resend: 'Reenviar',
    resent: 'Reenvio a caminho',
  },
  delivery: {
    title: ({ id }: { id: number }) => `Entrega ${id}`,
    attempts: 'Tentativas',
    noAttempts: 'Nenhuma tentativa ainda.',
    sent: 'Enviado',
    headers: 'Cabeçalhos (sem a assinatura)',
    payload: 'Corpo',
    response: 'Resposta',
    eventId: 'Id do evento',
    resend: 'Reenvio pedido',
  },
};
