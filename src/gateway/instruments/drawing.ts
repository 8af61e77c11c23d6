import type { BoletoDocument } from './boleto-document.ts';

/** What a payer can be shown; plain data, because it travels to another thread. */
export type Drawing = { kind: 'qr'; text: string } | { kind: 'boleto'; document: BoletoDocument };

/** The answer of the thread. */
export type Drawn = { bytes: Uint8Array } | { problem: string };
