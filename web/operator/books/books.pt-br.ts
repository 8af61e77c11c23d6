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
  seals: {
    empty: 'Nenhum dia selado ainda',
    emptyText: 'Um dia é selado uma hora depois de terminar. Cada selo contém o anterior.',
    number: 'Número',
    day: 'Dia',
    made: 'Feito',
    hash: 'Selo',
  },
};
