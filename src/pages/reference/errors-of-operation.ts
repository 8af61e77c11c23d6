import { ERRORS, type ErrorCode } from '../../ground/errors.ts';

/** As much of a route as decides which errors everything of its kind can give. */
export interface OperationKind {
  method: string;
  /** Answers without a login. */
  isPublic: boolean;
  /** Never limited by rate. */
  isUnlimited: boolean;
  isIdempotent: boolean;
  /** Answers whatever name it is asked by, in a sandbox on loopback, too. */
  isHealthCheck: boolean;
}

/** The errors of one operation: those of its kind, and its own. In the order of the catalogue, which is by status. */
export function errorsOfOperation(kind: OperationKind, own: readonly ErrorCode[] = []): ErrorCode[] {
  const codes = new Set<ErrorCode>(['VALIDATION_ERROR', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', ...own]);
  if (!kind.isPublic) codes.add('UNAUTHORIZED').add('FORBIDDEN');
  if (!kind.isHealthCheck) codes.add('HOST_NOT_ALLOWED');
  if (!kind.isUnlimited) codes.add('RATE_LIMITED');
  if (kind.method !== 'GET') codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  if (kind.isIdempotent) codes.add('IDEMPOTENCY_IN_PROGRESS').add('IDEMPOTENCY_KEY_REUSED');
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Status → codes. */
export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    statuses.set(status, [...(statuses.get(status) ?? []), code]);
  }
  return statuses;
}
