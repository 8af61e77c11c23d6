import { MedusaError } from '@medusajs/framework/utils';
import { VintemError } from '@vintem/client';
import { PayerProblem } from './payer.rules.ts';

const BAD_REQUEST = 400;

/**
 * Does something at the gateway, and turns what goes wrong into an error of Medusa. What the payer can mend is told in
 * the gateway's words; what only the shop's staff can is not for payers to read, and goes to the log by its cause.
 */
export async function atGateway<Result>(deed: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PayerProblem) throw invalid(error.message);
    if (!(error instanceof VintemError)) throw error;
    if (error.status === BAD_REQUEST) throw invalid(`${error.message} (${error.code}: ${error.reason})`);
    throw unexpected(`Vintém could not ${deed}: ${error.code}`);
  }
}

export const invalid = (message: string) => new MedusaError(MedusaError.Types.INVALID_DATA, message);
export const notAllowed = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
export const unexpected = (message: string) => new MedusaError(MedusaError.Types.UNEXPECTED_STATE, message);
