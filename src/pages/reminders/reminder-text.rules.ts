import { figuresOn, lastPayableDateOf, type Slip } from '../../gateway/boleto-terms/figures.rules.ts';
import { addDays, rollToBusinessDay } from '../../ground/brazil/calendar.rules.ts';
import type { MailText } from '../../ground/text/mail.rules.ts';
import { nameForMail } from '../../ground/text/subject-names.rules.ts';
import { dueViewOf } from '../payer-pages/due.rules.ts';
import { dayText, moneyText } from '../payer-pages/formats.rules.ts';

const LANGUAGE = 'pt-BR';

const LATE = { fine: 'com multa até hoje', interest: 'com juros até hoje', both: 'com multa e juros até hoje' };

export interface Reminded {
  slip: Slip;
  orderNumber: string;
  companyName: string;
  companyDocument: string;
  pageUrl: string;
  unsubscribeUrl: string;
}

/** What a payer is told of a boleto that can be paid on that day, a day in São Paulo. */
export function reminderText(reminded: Reminded, today: string): MailText {
  const { slip, companyName, companyDocument, orderNumber } = reminded;
  const name = nameForMail(companyName);
  const amount = moneyText(LANGUAGE, figuresOn(slip, today).amountDueCents);
  const when = whenDue(slip.dueDate, today);
  return {
    subject: `Lembrete: boleto de ${amount}${name === null ? '' : ` para ${name}`} ${when}`,
    paragraphs: [
      `O boleto do pedido ${orderNumber}, de ${name ?? 'um estabelecimento'} (${companyDocument}), ${when}.`,
      figuresText(slip, today),
      'Se você já pagou, não pague de novo: a confirmação do banco pode levar até 3 dias úteis.',
    ],
    link: { words: 'Ver e pagar o boleto', url: reminded.pageUrl },
    otherLink: {
      words: `Não receber mais lembretes de ${name ?? 'este estabelecimento'}`,
      url: reminded.unsubscribeUrl,
    },
  };
}

function whenDue(dueDate: string, today: string): string {
  const day = dayText(LANGUAGE, dueDate);
  if (dueDate === today) return `vence hoje, ${day}`;
  if (dueDate === addDays(today, 1)) return `vence amanhã, ${day}`;
  if (dueDate > today) return `vence em ${day}`;
  return rollToBusinessDay(dueDate) === today ? `venceu em ${day} e vale hoje sem atraso` : `venceu em ${day}`;
}

/** What it costs today, why, what it costs tomorrow, and until when it can be paid. */
function figuresText(slip: Slip, today: string): string {
  const due = dueViewOf(slip, today);
  const money = (cents: number) => moneyText(LANGUAGE, cents);
  const why = [
    ...(due.lateFor ? [LATE[due.lateFor]] : []),
    ...(due.discountCents > 0 ? [`com desconto de ${money(due.discountCents)}`] : []),
  ];
  return [
    `Valor hoje: ${money(due.todayCents)}${why.length > 0 ? `, ${why.join(', ')}` : ''}.`,
    ...(due.tomorrowCents === null ? [] : [`Amanhã: ${money(due.tomorrowCents)}.`]),
    `Pode ser pago até ${dayText(LANGUAGE, lastPayableDateOf(slip))}.`,
  ].join(' ');
}
