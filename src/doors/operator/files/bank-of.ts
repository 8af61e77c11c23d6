import { ApiError } from '../../../ground/errors.ts';
import { BankSetupError } from '../../../rails/acquirers/acquirer-kind.ts';
import type { BankAccount, WithBankAccounts } from '../../../rails/cnab240/bank-accounts.ts';
import { RetornoError } from '../../../rails/cnab240/layout/retorno-error.rules.ts';
import { PlanChanged } from '../../../rails/cnab240/retornos/receive-file.ts';

/** The account that a path names. */
export async function bankOf({ bankAccounts }: WithBankAccounts, params: unknown): Promise<BankAccount> {
  const { name } = params as { name: string };
  const bank = (await bankAccounts()).find((one) => one.name === name);
  if (!bank)
    throw new ApiError('BANK_ACCOUNT_NOT_FOUND', 'no acquirer of this name takes files, or none can be opened');
  return bank;
}

/** What an operator or a bank has to mend, in the words of the interface. */
export async function tellingWhatFails<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toApiError(error);
  }
}

function toApiError(error: unknown): unknown {
  if (error instanceof RetornoError) {
    const { line, column } = error;
    const message = `Linha ${line}, coluna ${column}: o arquivo de retorno tem um erro; nada dele foi aplicado`;
    return new ApiError('RETORNO_INVALID', error.message, { message, details: { line, column } });
  }
  if (error instanceof PlanChanged) return new ApiError('RETORNO_PLAN_CHANGED', error.message);
  if (error instanceof BankSetupError) return new ApiError('REMESSA_NOT_POSSIBLE', error.message);
  return error;
}
