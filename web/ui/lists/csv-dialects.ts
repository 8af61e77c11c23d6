import type { CsvDialect } from '../../../src/ground/lists/csv.rules.ts';

/** As people are offered them: whoever downloads by hand most likely opens the file in a spreadsheet. */
export const DIALECTS: readonly CsvDialect[] = ['excel-br', 'rfc4180'];
