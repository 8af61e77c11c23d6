export const ptBr = {
  title: 'Registro de ações',
  merchant: 'Id do lojista',
  own: 'Da instalação. Para o de um lojista, filtre pelo id dele.',
  ofMerchant: ({ id }: { id: string }) => `Do lojista ${id}, com pessoas encobertas.`,
};
