export const OPERATIONS = [
  'token',
  'put_cob',
  'get_cob',
  'patch_cob',
  'list_cob',
  'put_cobv',
  'get_cobv',
  'patch_cobv',
  'list_pix',
  'get_pix',
  'put_devolucao',
  'get_devolucao',
  'put_envio',
  'get_envio',
  'list_envios',
  'put_webhook',
  'get_webhook',
  'delete_webhook',
] as const;
export type PixOperation = (typeof OPERATIONS)[number];

/** What the APIs for boletos can be asked; those of one bank are not known at another. */
export const BOLETO_OPERATIONS = [
  'token',
  'register',
  'get',
  'list',
  'cancel',
  'change',
  'get_change',
  'get_numbers',
  'ask_movements',
  'get_movements',
  'download',
  'put_webhook',
  'get_webhook',
  'delete_webhook',
] as const;

export type Operation = PixOperation | (typeof BOLETO_OPERATIONS)[number];

/**
 * `lost`: the connection breaks. `silent`: no answer ever comes. `status`: another status than the right one, as a
 * problem. `garbage`: a page of HTML with status 200. `slow`: the right answer, late. `token_ended`: every token ends,
 * so that the answer is 401.
 */
export const FAULT_KINDS = ['lost', 'silent', 'status', 'garbage', 'slow', 'token_ended'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  /** `any`: whatever is asked next. */
  operation: Operation | readonly Operation[] | 'any';
  kind: FaultKind;
  /** Whether the work is left undone, or done before its answer is spoilt. */
  moment: 'before' | 'after';
  times: number;
  status: number;
  retryAfterSeconds: number | null;
  delayMs: number;
}

export type FaultRequest = Pick<Fault, 'operation' | 'kind'> & Partial<Fault>;

const MAX_FAULTS = 1_000;

/** Misbehaviour on demand: each fault is used up by as many requests as it says, the oldest fault first. */
export class Faults {
  #faults: Fault[] = [];

  add(request: FaultRequest): void {
    if (this.#faults.length >= MAX_FAULTS) throw new RangeError(`at most ${MAX_FAULTS} faults may wait`);
    this.#faults.push({
      moment: 'before',
      times: 1,
      status: 503,
      retryAfterSeconds: null,
      delayMs: 1_000,
      ...request,
    });
  }

  take(operation: Operation): Fault | null {
    const fault = this.#faults.find((candidate) =>
      [candidate.operation].flat().some((one) => one === operation || one === 'any'),
    );
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times <= 0) this.#faults = this.#faults.filter((candidate) => candidate !== fault);
    return { ...fault };
  }

  waiting(): Fault[] {
    return this.#faults.map((fault) => ({ ...fault }));
  }

  clear(): void {
    this.#faults = [];
  }
}
