import type { CallHeaders } from '../acquirer.ts';
import { describeCertificate } from '../certificates/describe-certificate.ts';
import type { StartLimit } from '../time-limit.ts';
import { type BankCall, type BankCalls, createBankCalls, type Surroundings } from './bank-calls.ts';
import { type Deadline, deadlineIn, openBankHttp } from './bank-http.ts';
import { type BankToken, keepToken, type TokenStyle } from './bank-token.ts';
import type { Connection } from './connection.ts';
import type { ErrorStyle } from './problem.wire.ts';

export interface ConnectionParts<Call extends BankCall> {
  access: Connection;
  token: TokenStyle;
  errors: readonly ErrorStyle[];
  around(call: Call): Surroundings;
  /** For one question, however many calls it takes. */
  timeoutMs: number;
  /** How long a bank is left alone that says "too many" and not for how long. */
  firstPauseMs?: number | undefined;
  startLimit?: StartLimit | undefined;
  callHeaders?: CallHeaders | undefined;
}

/** One bank as a client reaches it. */
export interface OpenConnection<Call extends BankCall> {
  readonly calls: BankCalls<Call>;
  readonly token: BankToken;
  /** Everything that one question needs, within the time that it may take. */
  inTime<Result>(ask: (deadline: Deadline) => Promise<Result>): Promise<Result>;
  /** Whether the bank lets us in. */
  ping(): Promise<boolean>;
  /** Absent where we show no certificate. */
  readonly certificateEndsAt?: Date;
  close(): Promise<void>;
}

export function openConnection<Call extends BankCall>({
  access,
  token: style,
  errors,
  around,
  timeoutMs,
  firstPauseMs,
  startLimit,
  callHeaders,
}: ConnectionParts<Call>): OpenConnection<Call> {
  const http = openBankHttp(access, callHeaders);
  const token = keepToken({ access, style, errors, http, timeoutMs });
  const inTime: OpenConnection<Call>['inTime'] = (ask) => {
    const deadline = deadlineIn(timeoutMs, startLimit);
    return ask(deadline).finally(deadline.stop);
  };
  return {
    calls: createBankCalls({ http, token, errors, around, firstPauseMs }),
    token,
    inTime,
    ping: () => inTime(async (deadline) => (await token.get(deadline)).ok),
    ...(access.certificatePem && { certificateEndsAt: describeCertificate(access.certificatePem).notAfter }),
    close: () => http.close(),
  };
}
