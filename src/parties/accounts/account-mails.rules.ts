import type { MailText } from '../../ground/text/mail.rules.ts';
import { nameForMail } from '../../ground/text/subject-names.rules.ts';
import type { Role } from './permissions.rules.ts';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  OWNER: 'proprietário (pode tudo)',
  FINANCE: 'financeiro (devoluções e extratos)',
  SUPPORT: 'atendimento (cobranças e links)',
  READER: 'leitura (só consulta)',
};

export function invitationMail(invitation: { merchantName: string; role: Role; url: string }): MailText {
  const name = nameForMail(invitation.merchantName);
  return {
    subject: name === null ? 'Convite para uma conta no Vintém' : `Convite: ${name} no Vintém`,
    paragraphs: [
      `Você foi convidado para ${name === null ? 'uma conta' : `a conta ${name}`}, com o papel: ` +
        `${ROLE_WORDS[invitation.role]}.`,
      'O link vale sete dias e uma vez só. Se você não esperava este convite, ignore este e-mail.',
    ],
    link: { words: 'Aceitar o convite', url: invitation.url },
  };
}

export function resetMail(url: string): MailText {
  return {
    subject: 'Nova senha no Vintém',
    paragraphs: [
      'Alguém pediu uma nova senha para este e-mail. O link vale uma hora e uma vez só.',
      'Se não foi você, ignore este e-mail: nada muda enquanto o link não for usado.',
    ],
    link: { words: 'Escolher uma nova senha', url },
  };
}

/** Nothing that whoever asked has chosen stands in it: it may be somebody else's mailbox. */
export function signUpMail(url: string): MailText {
  return {
    subject: 'Sua conta no Vintém',
    paragraphs: [
      'Alguém pediu para abrir uma conta no Vintém com este e-mail. O link vale um dia e uma vez só.',
      'Se não foi você, ignore este e-mail: nada existe enquanto o link não for usado.',
    ],
    link: { words: 'Abrir a conta', url },
  };
}

export function knownAccountMail(publicUrl: string): MailText {
  return {
    subject: 'Sua conta no Vintém',
    paragraphs: [
      'Alguém pediu para abrir uma conta no Vintém com este e-mail, que já tem uma conta. Nada mudou.',
      'Se foi você, entre com a sua senha, ou peça uma nova na página de entrada.',
    ],
    link: { words: 'Entrar', url: `${publicUrl}/dashboard/login` },
  };
}
