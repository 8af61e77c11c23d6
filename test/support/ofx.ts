/**
 * Reads OFX 1.02 as strictly as its document type says: the headers in their order, only ASCII, every aggregate with
 * its parts in their order. What a file may leave out is optional here, too.
 */

type Content = string | Element[];
interface Element {
  name: string;
  content: Content;
}

const HEADERS =
  /^OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\nCOMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n/;
const TIME = '\\d{14}\\[-3:BRT\\]';
const AMOUNT = '-?\\d+\\.\\d{2}';
/** The parts of each aggregate in their order; `*`, `?`: how often. */
const AGGREGATES: Record<string, string[]> = {
  OFX: ['SIGNONMSGSRSV1', 'BANKMSGSRSV1'],
  SIGNONMSGSRSV1: ['SONRS'],
  SONRS: ['STATUS', 'DTSERVER', 'LANGUAGE'],
  STATUS: ['CODE', 'SEVERITY', 'MESSAGE?'],
  BANKMSGSRSV1: ['STMTTRNRS'],
  STMTTRNRS: ['TRNUID', 'STATUS', 'STMTRS'],
  STMTRS: ['CURDEF', 'BANKACCTFROM', 'BANKTRANLIST', 'LEDGERBAL', 'AVAILBAL?'],
  BANKACCTFROM: ['BANKID', 'BRANCHID?', 'ACCTID', 'ACCTTYPE'],
  BANKTRANLIST: ['DTSTART', 'DTEND', 'STMTTRN*'],
  STMTTRN: ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'CHECKNUM?', 'NAME?', 'MEMO?'],
  LEDGERBAL: ['BALAMT', 'DTASOF'],
};
const VALUES: Record<string, string> = {
  CODE: '0',
  SEVERITY: 'INFO',
  DTSERVER: TIME,
  LANGUAGE: 'POR',
  TRNUID: '.{1,36}',
  CURDEF: 'BRL',
  BANKID: '[0-9A-Z]{1,9}',
  ACCTID: '\\d{1,22}',
  ACCTTYPE: 'CHECKING',
  DTSTART: TIME,
  DTEND: TIME,
  TRNTYPE: 'CREDIT|DEBIT',
  DTPOSTED: TIME,
  TRNAMT: AMOUNT,
  FITID: '\\d{1,255}',
  NAME: '.{1,32}',
  MEMO: '.{1,255}',
  BALAMT: AMOUNT,
  DTASOF: TIME,
};

export interface OfxStatement {
  account: string;
  start: string;
  end: string;
  balance: string;
  transactions: { type: string; posted: string; amount: string; id: string; name: string; memo: string }[];
}

export function readOfx(text: string): OfxStatement {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what ASCII is.
  if (!/^[\x00-\x7f]*$/.test(text)) throw new Error('not only ASCII');
  const headers = HEADERS.exec(text)?.[0];
  if (headers === undefined) throw new Error('headers');
  const [root, rest] = readElement(text.slice(headers.length).replaceAll('\r\n', ''));
  if (root.name !== 'OFX' || rest !== '') throw new Error(`after the document: ${rest}`);
  check(root);
  const statement = at(root, 'BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS');
  const list = at(statement, 'BANKTRANLIST');
  return {
    account: textAt(statement, 'BANKACCTFROM', 'ACCTID'),
    start: textAt(list, 'DTSTART'),
    end: textAt(list, 'DTEND'),
    balance: textAt(statement, 'LEDGERBAL', 'BALAMT'),
    transactions: partsOf(list)
      .filter(({ name }) => name === 'STMTTRN')
      .map((element) => ({
        type: textAt(element, 'TRNTYPE'),
        posted: textAt(element, 'DTPOSTED'),
        amount: textAt(element, 'TRNAMT'),
        id: textAt(element, 'FITID'),
        name: textAt(element, 'NAME'),
        memo: textAt(element, 'MEMO'),
      })),
  };
}

function readElement(text: string): [Element, string] {
  const name = /^<([A-Z0-9]+)>/.exec(text)?.[1];
  if (name === undefined) throw new Error(`no element: ${text.slice(0, 40)}`);
  let rest = text.slice(name.length + 2);
  const end = `</${name}>`;
  if (!AGGREGATES[name]) {
    const close = rest.indexOf(end);
    const value = rest.slice(0, close);
    if (close < 0 || /[<>]|&(?!amp;|lt;|gt;)/.test(value)) throw new Error(`value of ${name}: ${value}`);
    return [{ name, content: value }, rest.slice(close + end.length)];
  }
  const content: Element[] = [];
  while (!rest.startsWith(end)) {
    const [part, after] = readElement(rest);
    content.push(part);
    rest = after;
  }
  return [{ name, content }, rest.slice(end.length)];
}

function check({ name, content }: Element): void {
  if (typeof content === 'string') {
    if (!new RegExp(`^(?:${VALUES[name]})$`).test(content)) throw new Error(`${name} cannot be ${content}`);
    return;
  }
  const order = (AGGREGATES[name] ?? []).map((part) => {
    const [, tag, often] = /^(\w+)([?*]?)$/.exec(part) as unknown as [string, string, string];
    return `(?:${tag} )${often}`;
  });
  const found = content.map((part) => `${part.name} `).join('');
  if (!new RegExp(`^${order.join('')}$`).test(found)) throw new Error(`${name} has ${found}`);
  content.forEach(check);
}

function partsOf({ content }: Element): Element[] {
  return typeof content === 'string' ? [] : content;
}

function at(element: Element, ...names: string[]): Element {
  return names.reduce((parent, name) => partsOf(parent).find((part) => part.name === name) as Element, element);
}

function textAt(element: Element, ...names: string[]): string {
  return at(element, ...names).content as string;
}
