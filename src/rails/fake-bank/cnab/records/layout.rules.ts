export const RECORD_LENGTH = 240;

/**
 * `num`: figures only. `text`: anything printable. `blank` and `zeros`: nothing else. `any`: the bank does not look.
 * `constant`: exactly this.
 */
export type FieldKind = 'num' | 'text' | 'blank' | 'zeros' | 'any' | 'constant';

export interface Field {
  /** Empty: nobody asks for it. */
  name: string;
  /** Counted from 1, as the papers of banks do; `to` belongs to the field. */
  from: number;
  to: number;
  kind: FieldKind;
  constant: string;
}

export type Layout = readonly Field[];

const LINE = /^(\d+)(?:-(\d+))?\s+(?:([a-z]\w*)\s+)?(?:(num|text|blank|zeros|any)|=(\S+))$/i;

/** One field in each line: `1-3 bank num`, `9-17 blank`, `14 segment =P`. The fields fill the record without a hole. */
export function layout(text: string): Layout {
  return checkWhole(parseFields(text));
}

/** The layout of a bank that differs: what the new fields overlap is gone. */
export function bend(base: Layout, text: string): Layout {
  const fields = parseFields(text);
  const kept = base.filter((old) => !fields.some((field) => field.from <= old.to && old.from <= field.to));
  return checkWhole([...kept, ...fields].sort((a, b) => a.from - b.from));
}

function parseFields(text: string): Field[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, from, to, name = '', kind, constant = ''] = LINE.exec(line) ?? [];
      if (from === undefined) throw new Error(`not a field: ${line}`);
      return {
        name,
        from: Number(from),
        to: Number(to ?? from),
        kind: (kind ?? 'constant') as FieldKind,
        constant,
      };
    });
}

function checkWhole(fields: Field[]): Layout {
  let next = 1;
  for (const field of fields) {
    const length = field.to - field.from + 1;
    if (field.from !== next || length < 1) throw new Error(`the record has a hole or an overlap at ${next}`);
    if (field.kind === 'constant' && field.constant.length !== length)
      throw new Error(`${field.constant} does not fill ${field.from}-${field.to}`);
    next = field.to + 1;
  }
  if (next !== RECORD_LENGTH + 1) throw new Error(`the record ends at ${next - 1}`);
  return fields;
}

export type RecordValues = Readonly<Record<string, string | number>>;

/**
 * Numbers stand right with zeros before them, text stands left with blanks after it; what is absent is empty. Values
 * come from several places, the first that has one counts: to join them for every line costs more than the line.
 */
export function writeRecord(fields: Layout, ...sources: readonly RecordValues[]): string {
  let record = '';
  for (const field of fields) record += writeField(field, String(valueIn(sources, field.name)));
  return record;
}

function valueIn(sources: readonly RecordValues[], name: string): string | number {
  for (const source of sources) {
    const value = source[name];
    if (value !== undefined) return value;
  }
  return '';
}

function writeField({ name, from, to, kind, constant }: Field, value: string): string {
  const length = to - from + 1;
  if (kind === 'constant') return constant;
  if (kind === 'zeros') return '0'.repeat(length);
  if (kind === 'blank' || kind === 'any') return ' '.repeat(length);
  if (kind === 'text') return value.slice(0, length).padEnd(length);
  if (!/^\d*$/.test(value) || value.length > length) throw new RangeError(`${name} does not hold ${value}`);
  return value.padStart(length, '0');
}
