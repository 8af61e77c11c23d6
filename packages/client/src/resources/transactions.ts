import type { Call, CallOptions, Query } from '../call.ts';
import { fileOf, numberedList } from '../listing.ts';

export function transactions(call: Call) {
  return {
    list: (query?: Omit<Query<'GET /transactions'>, 'format'>, options?: CallOptions) =>
      numberedList(call, 'GET /transactions', {}, query, options),
    /** The same list as one CSV file, without pages. */
    csv: (query?: Omit<Query<'GET /transactions'>, 'format' | 'page' | 'limit'>, options?: CallOptions) =>
      fileOf(call('GET /transactions', { query: { ...query, format: 'csv' } }, options)),
    /** With `payment_type`, the acquirer is asked first. */
    get: (id: number, query?: Query<'GET /transactions/{id}'>, options?: CallOptions) =>
      call('GET /transactions/{id}', { path: { id }, query }, options),
    /** Ends a payment that waits to be paid. */
    cancel: (id: number, options?: CallOptions) => call('POST /transactions/{id}/cancel', { path: { id } }, options),
    /** Gives a boleto that waits to be paid another due date. */
    changeDueDate: (id: number, dueDate: string, options?: CallOptions) =>
      call('PATCH /transactions/{id}/boleto', { path: { id }, body: { due_date: dueDate } }, options),
    /** Makes a new payment from the order of one that failed. */
    retry: (id: number, options?: CallOptions) => call('POST /transactions/{id}/retry', { path: { id } }, options),
    entries: (id: number, query?: Query<'GET /transactions/{id}/entries'>, options?: CallOptions) =>
      numberedList(call, 'GET /transactions/{id}/entries', { path: { id } }, query, options),
    events: (id: number, query?: Query<'GET /transactions/{id}/events'>, options?: CallOptions) =>
      numberedList(call, 'GET /transactions/{id}/events', { path: { id } }, query, options),
  };
}

export function customers(call: Call) {
  return {
    list: (query?: Query<'GET /customers'>, options?: CallOptions) =>
      numberedList(call, 'GET /customers', {}, query, options),
    get: (id: number, options?: CallOptions) => call('GET /customers/{id}', { path: { id } }, options),
    /** Everything that is stored about a person, as they may ask for it. */
    export: (id: number, options?: CallOptions) => call('GET /customers/{id}/export', { path: { id } }, options),
    /** Removes what says who a person is, for good; payments and books stay. */
    anonymise: (id: number, options?: CallOptions) => call('POST /customers/{id}/anonymise', { path: { id } }, options),
  };
}

/** Where the acquirer and the books disagree about money. */
export function divergences(call: Call) {
  return {
    list: (query?: Query<'GET /divergences'>, options?: CallOptions) =>
      numberedList(call, 'GET /divergences', {}, query, options),
    resolve: (id: number, resolution: string, options?: CallOptions) =>
      call('POST /divergences/{id}/resolve', { path: { id }, body: { resolution } }, options),
  };
}

export function statement(call: Call) {
  type Period = Omit<Query<'GET /companies/{id}/statement'>, 'format'>;
  return {
    /** The entries of a company by value date; the balances stand beside the rows of each page. */
    list: (companyId: number, query?: Period, options?: CallOptions) =>
      numberedList(call, 'GET /companies/{id}/statement', { path: { id: companyId } }, query, options),
    days: (companyId: number, query?: Query<'GET /companies/{id}/statement/days'>, options?: CallOptions) =>
      call('GET /companies/{id}/statement/days', { path: { id: companyId }, query }, options),
    /** The whole period as one file. */
    file: (
      companyId: number,
      format: 'csv' | 'planilha' | 'ofx',
      query?: Omit<Period, 'page' | 'limit'>,
      options?: CallOptions,
    ) =>
      fileOf(call('GET /companies/{id}/statement', { path: { id: companyId }, query: { ...query, format } }, options)),
  };
}
