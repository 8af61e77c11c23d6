import { addBusinessDays, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { BankFileFacts, Facts } from './facts.rules.ts';
import { type Finding, stops, warns } from './findings.rules.ts';

const MINUTE_MS = 60_000;
/** Workers look every ten seconds. */
const UNWRITTEN_MS = 10 * MINUTE_MS;

export function judgeAllBankFiles(found: Facts['bankFiles']): Finding[] {
  return found ? found.banks.flatMap((bank) => judgeBankFiles(bank, found.now)) : [];
}

/** Whether boletos that go by files reach their bank: numbers, files that wait, folders. */
export function judgeBankFiles(bank: BankFileFacts, now: Date): Finding[] {
  return [...judgeNumbers(bank), ...judgeRestore(bank), ...judgeWaiting(bank, now), ...judgeFolders(bank, now)];
}

function judgeNumbers({ name, isUsed, numbers }: BankFileFacts): Finding[] {
  const fix = `ask the bank for the next range, then run vintem acquirer set ${name} --file FILE with it`;
  if (numbers.state === 'ended')
    return [
      (isUsed ? stops : warns)(
        'BANK_NUMBERS_ENDED',
        `the numbers that the bank gave to ${name} are used up: its orders are refused`,
        fix,
      ),
    ];
  if (numbers.state === 'fine') return [];
  const { left, daysLeft } = numbers;
  return [
    warns('BANK_NUMBERS_END', `${name} has ${left} numbers left, for about ${daysLeft} days at the present pace`, fix),
  ];
}

function judgeRestore({ name, isUsed, isBehindRestore }: BankFileFacts): Finding[] {
  if (!isBehindRestore) return [];
  return [
    (isUsed ? stops : warns)(
      'BANK_RESUME_NEEDED',
      `the database was put back: ${name} gives no numbers and makes no files`,
      `run vintem cnab resume ${name} with numbers above all that the bank has seen`,
    ),
  ];
}

/** A payer may find a boleto that no file has carried refused by other banks. */
function judgeWaiting({ name, waitingSince }: BankFileFacts, now: Date): Finding[] {
  if (!waitingSince || addBusinessDays(saoPauloDateOf(waitingSince), 1) >= saoPauloDateOf(now)) return [];
  return [
    warns(
      'BANK_FILE_OVERDUE',
      `boletos of ${name} have been waiting for a file since ${saoPauloDateOf(waitingSince)}`,
      `run vintem cnab send ${name}, or set send_at and look into the log of the worker`,
    ),
  ];
}

function judgeFolders({ name, folders, unwrittenSince }: BankFileFacts, now: Date): Finding[] {
  const fix = 'make it, or let the service read and write it, on the machine of the worker';
  const findings = folders.map(({ member, folder, trouble }) =>
    warns('BANK_FOLDER_UNUSABLE', `${member} of ${name}: ${folder} ${trouble}`, fix),
  );
  if (unwrittenSince && now.getTime() - unwrittenSince.getTime() >= UNWRITTEN_MS)
    findings.push(
      warns(
        'BANK_FILE_UNWRITTEN',
        `a file of ${name} was made and is not in the outbox`,
        'run a process with VINTEM_ROLE=worker or all where the outbox is, and look into its log',
      ),
    );
  return findings;
}
