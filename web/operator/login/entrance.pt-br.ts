export const ptBr = {
  title: 'Entrar na operação',
  forgot: 'Esqueceu a senha? Um administrador gera um link em “Equipe”, ou com vintem operator reset-link.',
  join: ({ role }: { role: string }) => `Você vai operar esta instalação. Seu papel: ${role}.`,
};
