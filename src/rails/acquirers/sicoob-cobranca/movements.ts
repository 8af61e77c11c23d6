import { daysBefore } from '../../../ground/brazil/calendar.rules.ts';
import { type ReadItems, type Reading, readItems } from '../answer-check.ts';
import { isSuccess, misread, unclear } from '../bank-connection/bank-answers.ts';
import type { Deadline } from '../bank-connection/bank-http.ts';
import { waitUntil } from '../bank-connection/pauses.ts';
import { parseForeignJson } from '../foreign-json.ts';
import type { Unknown } from '../unknown.ts';
import { readZip } from './read-zip.ts';
import { NO_CONTENT, type Sicoob } from './sicoob.ts';
import { readDownloadBody, readFilesBody, readMovementsBody, readRequestedBody } from './sicoob-bodies.ts';

/** What happened to slips, by the bank's numbers. */
export const ENTERED = 1;
export const PAID = 5;

const PATH = '/boletos/movimentacoes';
/** A file holds thousands of slips. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const NOT_READY: Unknown = {
  outcome: 'unknown',
  because: 'answered',
  reason: 'the bank is still making the file of its movements',
};

/** At most two days, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** Those under which the bank may tell what happened on that day. */
export function daysAround(day: string): Days {
  return { from: daysBefore(day, 1), to: day };
}

/**
 * What happened to all slips on these days. The bank makes files of it on request, which are asked about for some
 * seconds; `read` reads one item.
 */
export async function readMovements<Item>(
  sicoob: Sicoob,
  type: typeof ENTERED | typeof PAID,
  days: Days,
  read: (item: unknown) => Reading<Item>,
  deadline: Deadline,
): Promise<({ outcome: 'found' } & ReadItems<Item>) | Unknown> {
  const files = await requestFiles(sicoob, type, days, deadline);
  if (files.outcome === 'unknown') return files;
  const all: ReadItems<Item> = { items: [], oddItems: [] };
  for (const idArquivo of files.ids) {
    const file = await download(sicoob, { ...files.query, idArquivo }, deadline);
    if (file.outcome === 'unknown') return file;
    const { items, oddItems } = readItems(file.movements, 'movimentacoes', read);
    all.items.push(...items);
    all.oddItems.push(...oddItems);
  }
  return { outcome: 'found', ...all };
}

type Files = { outcome: 'found'; query: Record<string, string>; ids: readonly string[] } | Unknown;

async function requestFiles(sicoob: Sicoob, type: number, { from, to }: Days, deadline: Deadline): Promise<Files> {
  const numeroCliente = sicoob.access.clientNumber;
  const body = { numeroCliente, tipoMovimento: type, dataInicial: from, dataFinal: to };
  // It changes nothing, though it is a POST.
  const answer = await sicoob.calls.send({ class: 'queries', method: 'POST', path: PATH, body }, deadline);
  if (!answer.isClear) return unclear(answer);
  if (answer.statusCode === NO_CONTENT) return { outcome: 'found', query: {}, ids: [] };
  if (!isSuccess(answer)) return unclear(answer);
  const requested = readRequestedBody(answer.body);
  if (!requested.ok) return misread(answer, requested.field);
  const codigoSolicitacao = String(requested.value.resultado.codigoSolicitacao);
  return awaitFiles(sicoob, { numeroCliente: String(numeroCliente), codigoSolicitacao }, deadline);
}

async function awaitFiles(sicoob: Sicoob, query: Record<string, string>, deadline: Deadline): Promise<Files> {
  for (const waitMs of sicoob.looksMs) {
    if (!(await waitUntil(performance.now() + waitMs, deadline))) return NOT_READY;
    const answer = await sicoob.calls.send({ class: 'queries', method: 'GET', path: PATH, query }, deadline);
    if (!answer.isClear) return unclear(answer);
    if (answer.statusCode === NO_CONTENT) continue;
    if (!isSuccess(answer)) return unclear(answer);
    const reading = readFilesBody(answer.body);
    if (!reading.ok) return misread(answer, reading.field);
    const { idArquivos = [], quantidadeTotalRegistros } = reading.value.resultado;
    if (idArquivos.length > 0) return { outcome: 'found', query, ids: idArquivos.map(String) };
    if (quantidadeTotalRegistros === 0) return { outcome: 'found', query, ids: [] };
  }
  return NOT_READY;
}

async function download(
  sicoob: Sicoob,
  query: Record<string, string>,
  deadline: Deadline,
): Promise<{ outcome: 'found'; movements: readonly unknown[] } | Unknown> {
  const answer = await sicoob.calls.send(
    { class: 'queries', method: 'GET', path: `${PATH}/download`, query, maxAnswerBytes: MAX_FILE_BYTES },
    deadline,
  );
  if (!answer.isClear || !isSuccess(answer)) return unclear(answer);
  const reading = readDownloadBody(answer.body);
  if (!reading.ok) return misread(answer, reading.field);
  const contents = await readZip(Buffer.from(reading.value.resultado.arquivo, 'base64'));
  if (contents === null) return misread(answer, 'resultado.arquivo');
  const movements: unknown[] = [];
  for (const content of contents) {
    const list = readMovementsBody(listIn(parseForeignJson(content)));
    if (!list.ok) return misread(answer, 'resultado.arquivo');
    movements.push(...list.value);
  }
  return { outcome: 'found', movements };
}

/** The documents do not say whether the list stands alone or in a `resultado`, as in answers. */
function listIn(content: unknown): unknown {
  return Array.isArray(content) ? content : (content as { resultado?: unknown } | undefined)?.resultado;
}
