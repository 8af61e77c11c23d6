import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { saoPauloDateTime } from '../../../src/ground/brazil/calendar.rules.ts';
import type { Mail, Mailer, MailOutcome } from '../../../src/ground/mailer.ts';
import { findReminders } from '../../../src/pages/reminders/find-reminders.ts';
import { sendReminders } from '../../../src/pages/reminders/send-reminders.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { createPayment, type TestCompany } from '../../support/money.ts';

/** Far beyond every clock: what the service's own jobs do on the day of the test changes nothing. */
export const CARNIVAL_MONDAY = '2090-02-27';
export const ASH_WEDNESDAY = '2090-03-01';
export const MONDAY = '2090-03-06';
export const TUESDAY = '2090-03-07';
export const THURSDAY = '2090-03-09';

export const newAddress = () => `payer-${randomBytes(6).toString('hex')}@example.com`;

export interface ReminderStage {
  mails: Mail[];
  mailer: Mailer;
  /** What the next mails are answered with, once each; it was never taken. */
  refuseNext(...outcomes: MailOutcome[]): void;
  mailsTo(address: string): Mail[];
  /** Does what the jobs of a process do at that time, until there is nothing left to do. */
  work(localTime: string, changes?: WorkerChanges): Promise<void>;
  find(localTime: string): Promise<void>;
  send(localTime: string, changes?: WorkerChanges): Promise<void>;
  remind(company: TestCompany, ...days: number[]): Promise<void>;
  /** A boleto that is due then and can be paid for so many days more. */
  boleto(company: TestCompany, email: string, dueDate: string, more?: BoletoChanges): Promise<number>;
  statusOf(paymentId: number): Promise<string[]>;
  reset(): Promise<void>;
}

interface WorkerChanges {
  mailer?: Mailer;
  now?: () => Promise<Date>;
}

interface BoletoChanges {
  payableUntil?: string;
  order?: Record<string, unknown>;
}

/** The service has no mail server here, so that nobody but the test does what its jobs would. */
export function setReminderStage(gateway: TestGateway): ReminderStage {
  const { db } = gateway.database;
  const mails: Mail[] = [];
  const outcomes: MailOutcome[] = [];
  const mailer: Mailer = {
    async send(mail) {
      const outcome = outcomes.shift();
      if (outcome) return outcome;
      mails.push(mail);
      return { outcome: 'sent' };
    },
  };
  const depsAt = (localTime: string, changes: WorkerChanges = {}) => {
    const { deps } = gateway.vintem;
    const now = changes.now ?? (async () => saoPauloDateTime(localTime));
    return { ...deps, mailer: changes.mailer ?? mailer, clock: { ...deps.clock, now } };
  };
  const untilDone = async (job: () => Promise<boolean>) => {
    while (await job());
  };
  const stage: ReminderStage = {
    mails,
    mailer,
    refuseNext: (...more) => void outcomes.push(...more),
    mailsTo: (address) => mails.filter(({ to }) => to.includes(address)),
    async work(localTime, changes) {
      await stage.find(localTime);
      await stage.send(localTime, changes);
    },
    find: (localTime) => untilDone(() => findReminders(depsAt(localTime))),
    send: (localTime, changes) => untilDone(() => sendReminders(depsAt(localTime, changes))),
    async remind(company, ...days) {
      const body = { reminder_days: days };
      const answer = await gateway.call('PUT', `/companies/${company.id}/reminders`, { token: company.session, body });
      expect(answer.status).toBe(200);
    },
    async boleto(company, email, dueDate, { payableUntil = '2091-01-01', order = {} } = {}) {
      const customer = {
        name: 'Maria da Silva',
        email,
        document: '52998224725',
        phone: { country_code: '55', area_code: '11', number: '987654321' },
        address: { line_1: 'Rua A, 1', zip_code: '01310100', city: 'São Paulo', state: 'SP', country: 'BR' },
      };
      const id = await createPayment(gateway, company, 15_000, {
        payment: { type: 'invoice', installments: 1 },
        customer,
        ...order,
      });
      await db.query('UPDATE payments SET due_date = $2, expires_at = $3 WHERE id = $1', [
        id,
        dueDate,
        saoPauloDateTime(`${payableUntil}T23:59`),
      ]);
      return id;
    },
    statusOf: async (paymentId) =>
      (
        await db.query<{ status: string }>('SELECT status FROM reminders WHERE payment_id = $1 ORDER BY day', [
          paymentId,
        ])
      ).map(({ status }) => status),
    async reset() {
      mails.length = 0;
      outcomes.length = 0;
      await db.query('DELETE FROM reminders');
      await db.query('DELETE FROM reminder_rounds');
      await db.query('DELETE FROM reminder_refusals');
      await db.query('UPDATE companies SET reminder_days = NULL');
    },
  };
  return stage;
}
