import { saoPauloTimeOf } from '../../../ground/brazil/calendar.rules.ts';
import type { StatementEntry } from './statement.sql.ts';
import { decimalText, entryText, type StatementFile, type StatementSubject } from './statement-file.wire.ts';

/**
 * OFX 1.02, which every Brazilian bank exports and every bookkeeping program reads; many read no later version. Each
 * element is closed, as the format allows, so that stricter readers agree as well. Only ASCII: what these headers say
 * about other characters is read differently by everybody.
 */
const HEADERS = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
];
const BANK_ID = 'VINTEM';
const OKAY = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>';

export function ofxFile({ companyId, from, to, closingCents, now }: StatementSubject): StatementFile {
  return {
    contentType: 'application/x-ofx',
    extension: 'ofx',
    head: linesOf([
      ...HEADERS,
      '',
      '<OFX>',
      `<SIGNONMSGSRSV1><SONRS>${OKAY}${element('DTSERVER', timeText(now))}`,
      `${element('LANGUAGE', 'POR')}</SONRS></SIGNONMSGSRSV1>`,
      `<BANKMSGSRSV1><STMTTRNRS>${element('TRNUID', '0')}${OKAY}<STMTRS>${element('CURDEF', 'BRL')}`,
      `<BANKACCTFROM>${element('BANKID', BANK_ID)}${element('ACCTID', String(companyId))}`,
      `${element('ACCTTYPE', 'CHECKING')}</BANKACCTFROM>`,
      `<BANKTRANLIST>${element('DTSTART', timeText(from))}${element('DTEND', timeText(to))}`,
    ]),
    linesOf: (entries) => linesOf(entries.map(transaction)),
    tail: linesOf([
      '</BANKTRANLIST>',
      `<LEDGERBAL>${element('BALAMT', decimalText(closingCents))}${element('DTASOF', timeText(to))}</LEDGERBAL>`,
      '</STMTRS></STMTTRNRS></BANKMSGSRSV1>',
      '</OFX>',
    ]),
  };
}

/** An entry never changes and its id is never given again: a program that reads a period twice books it once. */
function transaction(entry: StatementEntry): string {
  const name = asciiOf(entryText(entry));
  const refund = entry.refund_id === null ? '' : `, devolucao ${entry.refund_id}`;
  const order = entry.order_number && `Pedido ${entry.order_number}, transacao ${entry.payment_id}${refund}`;
  return [
    '<STMTTRN>',
    element('TRNTYPE', entry.amount_cents < 0 ? 'DEBIT' : 'CREDIT'),
    element('DTPOSTED', timeText(entry.available_at)),
    element('TRNAMT', decimalText(entry.amount_cents)),
    element('FITID', String(entry.id)),
    element('NAME', name.slice(0, MAX_NAME)),
    element('MEMO', order ?? name),
    '</STMTTRN>',
  ].join('');
}

/** Of NAME, says the format. */
const MAX_NAME = 32;

function element(name: string, value: string): string {
  return `<${name}>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</${name}>`;
}

function asciiOf(text: string): string {
  return text.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
}

/** In São Paulo's time: programs that ignore the zone book it on the right day. */
function timeText(instant: Date): string {
  const { date, time, offsetHours } = saoPauloTimeOf(instant);
  return `${date.replaceAll('-', '')}${time.replaceAll(':', '')}[${offsetHours}:BRT]`;
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}
