export type CertificateProblem =
  | 'not_pkcs12'
  | 'wrong_password'
  | 'missing_key'
  | 'missing_certificate'
  | 'unreadable_key'
  | 'unreadable_certificate'
  | 'key_of_another_certificate'
  | 'expired'
  | 'not_yet_valid';

/** The message is one plain line for an operator and holds nothing secret. */
export class CertificateError extends Error {
  readonly problem: CertificateProblem;

  constructor(problem: CertificateProblem, message: string) {
    super(message);
    this.name = 'CertificateError';
    this.problem = problem;
  }
}
