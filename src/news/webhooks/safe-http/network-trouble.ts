import { errors } from 'undici';
import type { NetworkTrouble } from '../../../ground/webhook-sender.ts';

export class DialError extends Error {
  readonly reason: NetworkTrouble;

  constructor(reason: NetworkTrouble) {
    super(`no connection: ${reason}`);
    this.reason = reason;
  }
}

const TROUBLE_OF_CODE: Readonly<Record<string, NetworkTrouble>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
};

interface SystemError extends Error {
  code?: string;
  syscall?: string;
}

export function dialTrouble(error: SystemError, protocol: string): NetworkTrouble {
  const known = TROUBLE_OF_CODE[error.code ?? ''];
  if (known) return known;
  // OpenSSL has dozens of codes: a failure under TLS that no system call caused is one of them.
  return protocol === 'https:' && error.syscall === undefined ? 'tls' : 'network';
}

export function troubleOf(error: SystemError): NetworkTrouble {
  if (error instanceof DialError) return error.reason;
  if (error instanceof errors.HTTPParserError) return 'bad_response';
  return TROUBLE_OF_CODE[error.code ?? ''] ?? 'network';
}
