import { type ClearAnswer, isRefusal } from '../bank-connection/bank-answers.ts';
import type { BankCalls } from '../bank-connection/bank-calls.ts';
import type { SicoobAccess } from './access.ts';
import type { PaidSlips } from './paid-slips.ts';

/** What the calls about slips need of the bank. */
export interface Sicoob {
  name: string;
  access: SicoobAccess;
  calls: BankCalls;
  /** Real time: the bank's files go by the days on which things happened. */
  now: () => Date;
  /** How long to wait before each look at a file that the bank is making. */
  looksMs: readonly number[];
  paidSlips: PaidSlips;
}

/** Simple collection, the only one that the API has. */
const MODALITY = 1;
export const NO_CONTENT = 204;
const INCONSISTENT = 406;

/** Who asks, as the bodies of calls say it. */
export function whoAsks({ access }: Pick<Sicoob, 'access'>): { numeroCliente: number; codigoModalidade: number } {
  return { numeroCliente: access.clientNumber, codigoModalidade: MODALITY };
}

/** The same in a query. */
export function whoAsksInQuery(sicoob: Pick<Sicoob, 'access'>): Record<string, string> {
  const { numeroCliente, codigoModalidade } = whoAsks(sicoob);
  return { numeroCliente: String(numeroCliente), codigoModalidade: String(codigoModalidade) };
}

/** The bank calls what does not fit together "not acceptable". */
export function isRefused(answer: ClearAnswer): boolean {
  return isRefusal(answer) || (answer.statusCode === INCONSISTENT && answer.problem !== null);
}
