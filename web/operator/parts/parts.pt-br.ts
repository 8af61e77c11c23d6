export const ptBr = {
  reason: { label: 'Motivo', text: 'Fica no registro de ações, com o seu nome.' },
  states: { ACTIVE: 'Ativo', INACTIVE: 'Inativo' },
  shown: { label: 'Mostrar', open: 'Em aberto', all: 'Todos' },
  whose: {
    merchant: ({ id }: { id: number }) => `Lojista ${id}`,
    company: ({ id }: { id: number }) => `estabelecimento ${id}`,
  },
  yes: 'sim',
  no: 'não',
  link: 'Link para copiar',
  linkText: 'Este link aparece só agora. Envie-o à pessoa por um caminho seguro.',
};
