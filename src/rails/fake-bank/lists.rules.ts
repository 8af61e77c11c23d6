import type { Charge, Payment, Person, Violation } from './charge.rules.ts';
import type { ChargesFilter, PaymentsFilter } from './schemas.ts';

const DEFAULT_PAGE_SIZE = 100;

interface Page<Item> {
  items: Item[];
  parametros: Record<string, unknown>;
}

export function violationsOfFilter({ inicio, fim, cpf, cnpj }: ChargesFilter | PaymentsFilter): Violation[] {
  const violations: Violation[] = [];
  if (new Date(fim) < new Date(inicio))
    violations.push({ razao: 'O parâmetro fim é anterior ao parâmetro inicio.', propriedade: 'fim', valor: fim });
  if (cpf !== undefined && cnpj !== undefined)
    violations.push({ razao: 'Ambos os parâmetros cpf e cnpj estão preenchidos.', propriedade: 'cpf' });
  return violations;
}

export function pageOfCharges(charges: readonly Charge[], filter: ChargesFilter): Page<Charge> {
  const found = charges.filter(
    ({ status, terms: { devedor } }) =>
      (filter.status ?? status) === status &&
      isPerson(devedor, filter) &&
      // Every charge here has a location.
      filter.locationPresente !== 'false',
  );
  return pageOf(found, filter);
}

export function pageOfPayments(payments: readonly Payment[], filter: PaymentsFilter): Page<Payment> {
  const found = payments.filter(
    ({ txid, payer, returns }) =>
      (filter.txid ?? txid) === txid &&
      isPerson(payer, filter) &&
      // Every payment here was made for a charge.
      filter.txIdPresente !== 'false' &&
      (filter.devolucaoPresente === undefined || filter.devolucaoPresente === String(returns.length > 0)),
  );
  return pageOf(found, filter);
}

function isPerson(person: Person | undefined, { cpf, cnpj }: { cpf?: string; cnpj?: string }): boolean {
  if (cpf === undefined && cnpj === undefined) return true;
  if (person === undefined) return false;
  return 'cpf' in person ? person.cpf === cpf : person.cnpj === cnpj;
}

type PageFilter = Pick<ChargesFilter, 'inicio' | 'fim' | 'paginacao.paginaAtual' | 'paginacao.itensPorPagina'>;

export function pageOf<Item>(found: Item[], filter: PageFilter): Page<Item> {
  const { 'paginacao.paginaAtual': pageText, 'paginacao.itensPorPagina': sizeText, ...asked } = filter;
  const paginaAtual = Number(pageText ?? 0);
  const itensPorPagina = Number(sizeText ?? DEFAULT_PAGE_SIZE);
  const paginacao = {
    paginaAtual,
    itensPorPagina,
    quantidadeDePaginas: Math.max(1, Math.ceil(found.length / itensPorPagina)),
    quantidadeTotalDeItens: found.length,
  };
  const items = found.slice(paginaAtual * itensPorPagina, (paginaAtual + 1) * itensPorPagina);
  return { items, parametros: { ...asked, ...flagsOf(asked), paginacao } };
}

/** Flags come as text and are given back as what they mean. */
function flagsOf(asked: Record<string, unknown>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(asked)
      .filter(([, value]) => value === 'true' || value === 'false')
      .map(([name, value]) => [name, value === 'true']),
  );
}
