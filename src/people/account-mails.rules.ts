import type { Role } from '../auth/permissions.rules.ts';
import type { NoticeText } from '../notices/notice-texts.rules.ts';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  OWNER: 'proprietário (pode tudo)',
  FINANCE: 'financeiro (devoluções e extratos)',
  SUPPORT: 'atendimento (cobranças e links)',
  READER: 'leitura (só consulta)',
};

export function invitationMail(invitation: { merchantName: string; role: Role; url: string }): NoticeText {
  return {
    subject: `Convite: ${invitation.merchantName} no Vintém`,
    paragraphs: [
      `Você foi convidado para a conta ${invitation.merchantName}, com o papel: ${ROLE_WORDS[invitation.role]}.`,
      'O link vale sete dias e uma vez só. Se você não esperava este convite, ignore este e-mail.',
    ],
    link: { words: 'Aceitar o convite', url: invitation.url },
  };
}

export function resetMail(url: string): NoticeText {
  return {
    subject: 'Nova senha no Vintém',
    paragraphs: [
      'Alguém pediu uma nova senha para este e-mail. O link vale uma hora e uma vez só.',
      'Se não foi você, ignore este e-mail: nada muda enquanto o link não for usado.',
    ],
    link: { words: 'Escolher uma nova senha', url },
  };
}
