import { isOrderedByMerchant } from '../../gateway/orders/ordered-by.rules.ts';
import {
  listNextPendingPayments,
  listPayableBoletosOfMerchant,
  type OpenBoleto,
} from '../../gateway/payments/open-boletos.sql.ts';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { WithMailer } from '../../ground/mailer.ts';
import { listReminderDaysOfMerchant } from '../../parties/companies/reminder-days.sql.ts';
import { hashOfAddress } from './reminder-address.ts';
import { dueDatesRemindedOn, isRemindedOn, remindersBegin } from './reminder-calendar.rules.ts';
import { beginRounds, lockOpenRound, moveRound, type Round } from './reminder-rounds.sql.ts';
import { insertReminders, type NewReminder } from './reminders.sql.ts';

/** Pending payments that are looked at in one turn. */
const PAYMENTS_PER_TURN = 1_000;

/**
 * From nine on, on days on which banks work, goes through the open payments of every merchant that reminds its payers,
 * a turn of each, and writes down whom to remind on this day. Orders and changes of boletos pay nothing for it. A day
 * that is over is never made up for. Says whether there is more.
 */
export async function findReminders(deps: Deps & WithMailer): Promise<boolean> {
  if (!deps.mailer) return false;
  const now = await deps.clock.now();
  const day = saoPauloDateOf(now);
  if (now < remindersBegin(day) || dueDatesRemindedOn(day, [0]).length === 0) return false;
  await beginRounds(deps.db, day);
  return withTransaction(deps.db, async (tx) => {
    const round = await lockOpenRound(tx, day);
    if (!round) return false;
    await lookOn(tx, round, { day, now, realNow: deps.clock.realNow() });
    return true;
  });
}

interface Today {
  day: string;
  now: Date;
  realNow: Date;
}

async function lookOn(tx: Tx, round: Round, { day, now, realNow }: Today): Promise<void> {
  const { merchantId } = round;
  const daysOf = await listReminderDaysOfMerchant(tx, merchantId);
  // What is ordered later on this day was told to its payer on this day.
  const looked = await listNextPendingPayments(tx, merchantId, round.at, {
    createdBefore: remindersBegin(day),
    limit: PAYMENTS_PER_TURN,
  });
  const ids = looked
    .filter(({ payment_type, company_id }) => payment_type === 'invoice' && daysOf.has(company_id))
    .map(({ id }) => id);
  const dueDates = dueDatesRemindedOn(day, [...daysOf.values()].flat());
  const boletos = ids.length === 0 ? [] : await listPayableBoletosOfMerchant(tx, merchantId, ids, { dueDates, now });
  const reminders = boletos
    .filter((boleto) => isRemindedOn(day, boleto.due_date, daysOf.get(boleto.company_id) ?? []))
    .filter(isOrderedByMerchant)
    .map(reminderOf);
  if (reminders.length > 0) await insertReminders(tx, { merchantId, day, after: round.found, now: realNow }, reminders);
  const last = looked.at(-1);
  const at = last ? { createdAt: last.created_at, paymentId: last.id } : round.at;
  const moved = { merchantId, found: round.found + reminders.length, at };
  await moveRound(tx, moved, looked.length < PAYMENTS_PER_TURN);
}

function reminderOf({ id, company_id, due_date, customer_email }: OpenBoleto): NewReminder {
  return { payment_id: id, company_id, due_date, address_hash: hashOfAddress(customer_email).toString('hex') };
}
