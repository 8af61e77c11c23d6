export const ptBr = {
  title: 'Ajustes',
  who: 'Quem é você aqui',
  name: 'Nome',
  email: 'E-mail',
  role: 'Papel',
  passwordText: 'Trocar a senha encerra as outras sessões.',
  sessions: {
    title: 'Outros lugares',
    text: 'Esqueceu uma sessão aberta em outro computador? Só esta continua.',
    end: 'Encerrar as outras sessões',
    ended: 'As outras sessões foram encerradas',
  },
};
