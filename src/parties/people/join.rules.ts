import { ApiError, invalidField } from '../../ground/errors.ts';
import { type CompanyDetails, readCompanyDetails } from '../companies/company.rules.ts';

/** The first company of a merchant, as a person types it. */
export interface CompanyForm {
  name: string;
  document: string;
  address: string;
  city: string;
  state: string;
  zip: string;
}

/** What is wrong is named by its place in the form, where the person has a name, too. */
export function readCompanyForm(form: CompanyForm, documentCheck: 'shape' | 'strict'): CompanyDetails {
  const { name, document, address, city, state, zip } = form;
  try {
    return readCompanyDetails({ name, document, addressLine: address, city, state, zipCode: zip }, documentCheck);
  } catch (error) {
    const field = error instanceof ApiError ? error.context.field : undefined;
    if (field === undefined) throw error;
    throw invalidField(`company.${field}`, (error as ApiError).message.slice(field.length + 1));
  }
}

const UNIQUE_VIOLATION = '23505';
const EMAILS = 'users_email_key';

export function takenEmail(): ApiError {
  return new ApiError('EMAIL_TAKEN', 'email is what somebody logs in with already', { field: 'email' });
}

/** What the database says of an e-mail that is taken; anything else is thrown on. */
export function refuseTakenEmail(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  throw code === UNIQUE_VIOLATION && constraint === EMAILS ? takenEmail() : error;
}
