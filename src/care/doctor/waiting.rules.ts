import type { Facts, QueueFacts } from './facts.rules.ts';
import { type Finding, stops, warns } from './findings.rules.ts';

const MINUTE_MS = 60_000;
/** Workers look every second: whatever waits for so long has nobody who works on it. */
const LATE_MS = 10 * MINUTE_MS;
/** They go out one after the other from nine on: of many the last wait for a while, and nothing is wrong. */
const LATE_REMINDERS_MS = 60 * MINUTE_MS;
/** A payer here and there has given a wrong address. */
const FEW_FAILING = 3;
const FAILING_PART = 0.1;

/** What is to be done and was not: by workers, by the bank of the PIX codes on slips, by the mail server. */
export function judgeWaiting(facts: Facts): Finding[] {
  return [...(facts.queues ?? []).flatMap(judgeQueue), ...judgeSlipCodes(facts), ...judgeReminders(facts)];
}

/** Without notifications nobody learns that a payment was paid; the rest only comes late. */
function judgeQueue({ name, lateMs }: QueueFacts): Finding[] {
  if (lateMs < LATE_MS) return [];
  const code = `QUEUE_LATE_${name.toUpperCase().replaceAll(' ', '_')}`;
  const message = `${name} have been waiting for ${Math.round(lateMs / MINUTE_MS)} minutes`;
  const fix = 'run a process with VINTEM_ROLE=worker or all, and look into its log';
  return [name === 'notifications' ? stops(code, message, fix) : warns(code, message, fix)];
}

function judgeSlipCodes({ vainSlipCodes }: Facts): Finding[] {
  if (!vainSlipCodes) return [];
  return [
    warns(
      'SLIP_PIX_STUCK',
      `the PIX codes of ${vainSlipCodes} boletos have not been where they should be for an hour, or more`,
      'look for "the PIX code of a boleto" in the log, and run vintem acquirer check with the bank of the codes',
    ),
  ];
}

function judgeReminders({ reminders }: Facts): Finding[] {
  if (!reminders) return [];
  const { waitingMs, sent, failing } = reminders;
  const findings: Finding[] = [];
  if (waitingMs >= LATE_REMINDERS_MS)
    findings.push(
      warns(
        'REMINDERS_LATE',
        `reminders of today have been waiting for ${Math.round(waitingMs / MINUTE_MS)} minutes`,
        'run a process with VINTEM_ROLE=worker or all and SMTP_URL, and look into its log; none is sent after its day',
      ),
    );
  if (failing >= FEW_FAILING && failing >= (sent + failing) * FAILING_PART)
    findings.push(
      warns(
        'REMINDERS_FAILING',
        `the mail server did not take ${failing} of ${sent + failing} reminders of today`,
        'look for "a reminder could not be sent" in the log, which has its reason',
      ),
    );
  return findings;
}
