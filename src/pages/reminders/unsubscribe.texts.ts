import type { Language } from '../payer-pages/formats.rules.ts';

const ptBr = {
  title: 'Não receber mais lembretes?',
  text: (payee: string) =>
    `${payee} deixa de enviar lembretes de boletos para o seu e-mail. As cobranças continuam valendo.`,
  button: 'Não receber mais lembretes',
  doneTitle: 'Pronto',
  doneText: (payee: string) => `O seu e-mail não recebe mais lembretes de ${payee}.`,
};

type UnsubscribeTexts = typeof ptBr;

const en: UnsubscribeTexts = {
  title: 'No more reminders?',
  text: (payee) => `${payee} will stop sending reminders of boletos to your e-mail. What you owe stays as it is.`,
  button: 'Send me no more reminders',
  doneTitle: 'Done',
  doneText: (payee) => `Your e-mail gets no more reminders of ${payee}.`,
};

export const UNSUBSCRIBE_TEXTS: Record<Language, UnsubscribeTexts> = { 'pt-BR': ptBr, en };
