/** How an answer or a callback is bent: all of it valid JSON, and nothing that a bank has not been seen to send. */
export interface Oddities {
  /** What has no value is left out, as the standard has it, or written as null. */
  absentAs: 'left out' | 'null';
  /** Payments and returns are listed once, or each of them twice. */
  listed: 'once' | 'twice';
  /** In which order payments and returns are listed. */
  listOrder: 'oldest first' | 'newest first';
  /** Whether every list of payments and returns holds one item that nobody can read. */
  hasOddItems: boolean;
  /** What the code to copy and paste is called. */
  codeMember: 'pixCopiaECola' | 'brcode';
}

type Json = Record<string, unknown>;

const CODE = 'pixCopiaECola';
const LISTS = ['pix', 'devolucoes'] as const;
const ODD_ITEMS: Record<(typeof LISTS)[number], unknown> = {
  pix: { endToEndId: 'torto', txid: 7, valor: 'muito', horario: 'ontem', pagador: { nome: 'Fulana' } },
  devolucoes: { id: 'torta', valor: 'tudo', status: 'TALVEZ' },
};

/** What the standard lets a bank leave out, by a member that tells what an object is. */
const OPTIONAL: readonly (readonly [tell: string, optional: readonly string[]])[] = [
  ['calendario', ['devedor', 'pix', 'solicitacaoPagador', 'infoAdicionais']],
  ['endToEndId', ['infoPagador', 'devolucoes', 'pagador', 'componentesValor']],
  ['natureza', ['descricao', 'motivo']],
  ['solicitacao', ['liquidacao']],
  ['paginacao', ['cpf', 'cnpj', 'status']],
];

/** The same body, as this bank would write it. */
export function bend(body: unknown, oddities: Oddities): unknown {
  if (Array.isArray(body)) return body.map((item) => bend(item, oddities));
  if (typeof body !== 'object' || body === null) return body;
  const bent: Json = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, bend(value, oddities)]));
  if (oddities.codeMember !== CODE && CODE in bent) {
    bent[oddities.codeMember] = bent[CODE];
    delete bent[CODE];
  }
  for (const list of LISTS) if (Array.isArray(bent[list])) bent[list] = bendList(bent[list], ODD_ITEMS[list], oddities);
  if (oddities.absentAs === 'null')
    for (const [tell, optional] of OPTIONAL) if (tell in bent) for (const name of optional) bent[name] ??= null;
  return bent;
}

function bendList(items: readonly unknown[], odd: unknown, { listed, listOrder, hasOddItems }: Oddities): unknown[] {
  const ordered = listOrder === 'newest first' ? [...items].reverse() : items;
  const repeated = listed === 'twice' ? ordered.flatMap((item) => [item, item]) : [...ordered];
  return hasOddItems ? [odd, null, ...repeated] : repeated;
}
