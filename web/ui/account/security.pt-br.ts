import { plural } from '../../i18n/plural.ts';

export const ptBr = {
  factor: {
    title: 'Verificação em duas etapas',
    on: 'Ligada',
    off: 'Desligada',
    offText: 'Além da senha, a entrada pede um código do seu celular. Uma senha roubada deixa de bastar.',
    onText: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'A entrada pede um código. Não resta nenhum código de recuperação: gere outros.',
        one: 'A entrada pede um código. Resta 1 código de recuperação.',
        other: `A entrada pede um código. Restam ${count} códigos de recuperação.`,
      }),
    turnOn: 'Ligar',
    turnedOn: 'Verificação em duas etapas ligada; as outras sessões foram encerradas',
    turnOff: 'Desligar',
    turnOffText: 'A entrada volta a pedir só a senha.',
    turnedOff: 'Verificação em duas etapas desligada',
    required: 'A verificação é exigida de todos.',
    scan: 'Leia o código com um aplicativo de autenticação, ou escreva o segredo nele.',
    qr: 'Código QR do segredo',
    secret: 'Segredo',
    code: 'Código',
    codeText: 'Os 6 dígitos que o aplicativo mostra agora.',
    wrongCode: 'O código não confere. Espere o próximo e tente de novo.',
    confirm: 'Confirmar',
    codes: 'Códigos de recuperação',
    codesText:
      'Guarde estes códigos em lugar seguro: cada um entra uma vez no lugar do celular. Eles aparecem só agora.',
    newCodes: 'Gerar códigos de recuperação',
    newCodesText: 'Os códigos de antes deixam de valer.',
    password: 'Senha',
  },
  require: {
    title: 'Toda a equipe',
    label: 'Exigir verificação em duas etapas de todos',
    text: 'Quem não tem é desconectado e configura ao entrar de novo.',
    firstYours: 'Ligue primeiro a sua.',
    saved: 'Exigência salva',
  },
  mustSetUp: {
    title: 'Falta um passo',
    text: 'Aqui a verificação em duas etapas é exigida de todos. Configure a sua para continuar.',
  },
};
