import { plural } from '../../i18n/plural.ts';

export const ptBr = {
  title: 'Auditoria e selos',
  tabs: { label: 'Auditoria e selos', audits: 'Auditorias', seals: 'Selos' },
  audits: {
    empty: 'Nenhuma auditoria ainda',
    emptyText: 'Toda noite os livros são conferidos; o resultado aparece aqui.',
    night: 'Noite',
    result: 'Resultado',
    checks: 'Conferências sem achados',
    started: 'Começou',
    took: 'Levou',
    clean: 'Sem achados',
    findings: ({ count }: { count: number }) => plural(count, { zero: '', one: '1 achado', other: `${count} achados` }),
    running: 'Em andamento',
    broken: ({ check }: { check: string }) => `primeiro em: ${check}`,
  },
  run: {
    title: 'Auditar agora',
    text: 'Um processo de segundo plano refaz todas as contas dos livros, uma auditoria por vez.',
    ask: 'Auditar agora',
    asked: ({ name }: { name: string }) => `Pedida por ${name}`,
    waiting: 'Esperando um processo que trabalhe em segundo plano…',
    progress: 'Andamento da auditoria',
    check: ({ number, of }: { number: number; of: number }) => `Conferência ${number} de ${of}:`,
    clean: ({ count }: { count: number }) => `Os livros fecham: ${count} conferências`,
    broken: ({ count }: { count: number }) => plural(count, { zero: '', one: '1 achado', other: `${count} achados` }),
    givenUp: 'Não chegou ao fim; veja o registro do serviço',
  },
  seals: {
    empty: 'Nenhum dia selado ainda',
    emptyText: 'Um dia é selado uma hora depois de terminar. Cada selo contém o anterior.',
    number: 'Número',
    day: 'Dia',
    made: 'Feito',
    hash: 'Selo',
  },
};
