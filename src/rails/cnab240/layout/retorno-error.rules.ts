/** What is wrong in a file of the bank, and where: lines and columns are counted from 1. */
export class RetornoError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, reason: string) {
    super(`line ${line}, column ${column}: ${reason}`);
    this.line = line;
    this.column = column;
  }
}
