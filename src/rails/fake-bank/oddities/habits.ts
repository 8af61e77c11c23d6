import type { ReturnStatus } from '../charge.rules.ts';
import type { Oddities } from './oddities.rules.ts';

/** Where banks differ within the standard. May be changed while the bank runs. */
export interface Habits extends Oddities {
  /** A charge whose txid exists and is ATIVA is revised, as the standard has it, or refused with 409. */
  repeatedTxid: 'revise' | 'refuse';
  /** A return whose id exists is refused, as the standard has it, or answered as it stands. */
  repeatedReturnId: 'refuse' | 'answer';
  /** Some banks answer 200 where the standard says 201. */
  createdStatus: 200 | 201;
  /** How far reads lag behind what was written; answers to writes never do. */
  readLagMs: number;
  /** How long a return is EM_PROCESSAMENTO. 0: it is settled in the answer to its request. */
  returnDelayMs: number;
  returnOutcome: Exclude<ReturnStatus, 'EM_PROCESSAMENTO'> | 'HANGS';
  /** How long a PIX that a client sends is EM_PROCESSAMENTO, and how it ends. */
  sendingDelayMs: number;
  sendingOutcome: 'REALIZADO' | 'NAO_REALIZADO' | 'HANGS';
  /** Whether a client's key needs a webhook before it may send. */
  sendingNeedsWebhook: boolean;
  /**
   * Whether an address is tried before it is registered: with the bank's certificate it must answer, and without one it
   * must not, unless the client says `x-skip-mtls-checking: true`.
   */
  probesWebhooks: boolean;
  /** What is put behind the registered address. */
  callbackSuffix: '/pix' | '';
  /** How often one callback is sent. */
  callbackTimes: number;
  /** What the bank shows to a receiver that asks for a certificate. */
  callbackCertificate: 'its own' | 'of a stranger' | 'none';
}

export const STANDARD_HABITS: Readonly<Habits> = {
  repeatedTxid: 'revise',
  repeatedReturnId: 'refuse',
  createdStatus: 201,
  readLagMs: 0,
  absentAs: 'left out',
  listed: 'once',
  listOrder: 'oldest first',
  hasOddItems: false,
  codeMember: 'pixCopiaECola',
  returnDelayMs: 1_000,
  returnOutcome: 'DEVOLVIDO',
  sendingDelayMs: 1_000,
  sendingOutcome: 'REALIZADO',
  sendingNeedsWebhook: false,
  probesWebhooks: false,
  callbackSuffix: '/pix',
  callbackTimes: 1,
  callbackCertificate: 'its own',
};
