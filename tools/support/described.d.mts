export interface Operation {
  /** Method and path as the document writes them. */
  key: string;
  method: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: a part of a document of any shape.
  described: any;
}

export interface Described {
  operations: Operation[];
}

export interface Answer {
  method: string;
  path: string;
  status: number;
  type: string | null;
  body?: unknown;
}

export function openDocument(document: object): Described;
export function problemOf(document: Described, answer: Answer): { operation: Operation | null; problem: string | null };
