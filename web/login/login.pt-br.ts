export const ptBr = {
  title: 'Entrar no Vintém',
  email: 'E-mail',
  password: 'Senha',
  submit: 'Entrar',
  demo: 'Usar a conta de demonstração',
  demoText: 'Ambiente de testes: nenhum dinheiro real.',
  language: 'English',
  wait: ({ seconds }: { seconds: number }) => `Muitas tentativas. Tente de novo em ${seconds} s.`,
  again: 'Sua sessão terminou',
  againText: 'Entre de novo para continuar de onde parou.',
};
