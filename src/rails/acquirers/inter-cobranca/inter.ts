import type { BankCall, BankCalls } from '../bank-connection/bank-calls.ts';

/** What the calls about charges need of the bank. */
export interface Inter {
  name: string;
  account: string | null;
  calls: BankCalls;
  /** Real time: the bank's lists go by the days on which things happened. */
  now: () => Date;
  /** How long to wait before each look at what the bank does later. */
  looksMs: readonly number[];
}

/** Pages are counted from 0. */
export function listCall(filter: Record<string, string>, { page, size }: { page: number; size: number }): BankCall {
  const paging = { 'paginacao.paginaAtual': String(page), 'paginacao.itensPorPagina': String(size) };
  return { class: 'queries', method: 'GET', path: '/cobrancas', query: { ...filter, ...paging } };
}

export function isLastPage(pages: number | null, page: number, count: number, size: number): boolean {
  return pages === null ? count < size : page + 1 >= pages;
}
