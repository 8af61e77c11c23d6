/** Where banks with APIs for boletos differ, or are seen to misbehave. May be changed while the bank runs. */
export interface BoletoHabits {
  /** How long a slip is being issued; 0: it is there when it is first asked about. */
  registrationDelayMs: number;
  registrationOutcome: 'issued' | 'failed';
  /** How long a cancellation or a new due date takes; 0: it is done when it is first asked about. */
  changeDelayMs: number;
  changeOutcome: 'done' | 'failed';
  /** How long a file of movements is being made; 0: it is there when it is first asked about. */
  fileDelayMs: number;
  /** How far reads lag behind what was written. */
  readLagMs: number;
  /** Whether the contract has numbers left for new slips. */
  hasNumbers: boolean;
  /** Whether the account has a PIX key: without one, slips carry no code. */
  hasPix: boolean;
  /** What has no value is left out, or written as null. */
  absentAs: 'left out' | 'null';
  /** Whether every list holds one item that nobody can read. */
  hasOddItems: boolean;
  /** Whether items of lists come once, or each of them twice. */
  listed: 'once' | 'twice';
  /** How often one callback is sent. */
  callbackTimes: number;
}

export const USUAL_BOLETO_HABITS: Readonly<BoletoHabits> = {
  registrationDelayMs: 0,
  registrationOutcome: 'issued',
  changeDelayMs: 0,
  changeOutcome: 'done',
  fileDelayMs: 0,
  readLagMs: 0,
  hasNumbers: true,
  hasPix: true,
  absentAs: 'left out',
  hasOddItems: false,
  listed: 'once',
  callbackTimes: 1,
};

/** A list as this bank writes it. */
export function bendList(items: readonly unknown[], { listed, hasOddItems }: BoletoHabits): unknown[] {
  const repeated = listed === 'twice' ? items.flatMap((item) => [item, item]) : [...items];
  return hasOddItems ? [{ torto: true }, null, ...repeated] : repeated;
}

/** Members without a value, left out or null. */
export function bendAbsent(body: Record<string, unknown>, { absentAs }: BoletoHabits): Record<string, unknown> {
  const isLeftOut = absentAs === 'left out';
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (value !== undefined) return [[name, value]];
      return isLeftOut ? [] : [[name, null]];
    }),
  );
}
