import { isDocument, isDocumentShape, UF_CODES } from '../../ground/brazil/documents.rules.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { isOneLine, TEXT_PROBLEMS } from '../../ground/text/visible-text.rules.ts';

const MAX_NAME_LENGTH = 120;
const MAX_ADDRESS_LENGTH = 200;
const ZIP_SHAPE = /^\d{8}$/;

/** The database holds the same bounds as CHECK constraints. */
const MAX_FEE_CENTS = 9_999_999_999;
const MAX_BASIS_POINTS = 10_000;
const MAX_SETTLEMENT_DAYS = 365;
const MAX_RETENTION_DAYS = 3_650;

/** Also for a company of somebody else. */
export function unknownCompany(companyId: number): ApiError {
  return new ApiError('COMPANY_NOT_FOUND', `company ${companyId} does not exist`);
}

export interface CompanyDetails {
  name: string;
  document: string;
  addressLine: string;
  city: string;
  state: string;
  zipCode: string;
}

/**
 * Checks the fields and returns them as they are stored: documents and postal codes without punctuation, the state
 * as two letters.
 */
export function readCompanyDetails(details: CompanyDetails, documentCheck: 'shape' | 'strict'): CompanyDetails {
  return {
    name: readCompanyName(details.name),
    document: readDocument(details.document, documentCheck),
    addressLine: readText('address', details.addressLine, MAX_ADDRESS_LENGTH),
    city: readText('city', details.city, MAX_NAME_LENGTH),
    state: readState(details.state),
    zipCode: readZipCode(details.zipCode),
  };
}

export function readCompanyName(text: string): string {
  return readText('name', text, MAX_NAME_LENGTH);
}

function readText(field: string, text: string, maxLength: number): string {
  const value = text.trim();
  if (value === '' || value.length > maxLength) throw invalidField(field, `must have 1 to ${maxLength} characters`);
  if (!isOneLine(value)) throw invalidField(field, TEXT_PROBLEMS['one-line']);
  return value;
}

function readDocument(text: string, check: 'shape' | 'strict'): string {
  const document = text.replace(/[\s./-]/g, '').toUpperCase();
  if (!isDocumentShape(document)) throw invalidField('document', 'must be a CPF or a CNPJ');
  if (check === 'strict' && !isDocument(document)) throw invalidField('document', 'has wrong check digits');
  return document;
}

function readState(text: string): string {
  const state = text.trim().toUpperCase();
  if (!UF_CODES.some((code) => code === state))
    throw invalidField('state', 'must be the two letters of a Brazilian state');
  return state;
}

function readZipCode(text: string): string {
  const zipCode = text.replace(/[\s.-]/g, '');
  if (!ZIP_SHAPE.test(zipCode)) throw invalidField('zip', 'must be a postal code of 8 digits');
  return zipCode;
}

export interface PlanTerms {
  fee_fixed_cents: number;
  fee_basis_points: number;
  settlement_days: number;
}

export function checkPlanTerms(paymentType: string, terms: PlanTerms): void {
  checkRange(`${paymentType}.fee_fixed`, terms.fee_fixed_cents, MAX_FEE_CENTS);
  checkRange(`${paymentType}.fee_basis_points`, terms.fee_basis_points, MAX_BASIS_POINTS);
  checkRange(`${paymentType}.settlement_days`, terms.settlement_days, MAX_SETTLEMENT_DAYS);
}

export function checkRetention(terms: { retention_basis_points: number; retention_days: number }): void {
  checkRange('retention.basis_points', terms.retention_basis_points, MAX_BASIS_POINTS);
  checkRange('retention.days', terms.retention_days, MAX_RETENTION_DAYS);
}

function checkRange(field: string, value: number, maximum: number): void {
  if (Number.isSafeInteger(value) && value >= 0 && value <= maximum) return;
  throw invalidField(field, `must be a whole number from 0 to ${maximum}`);
}
