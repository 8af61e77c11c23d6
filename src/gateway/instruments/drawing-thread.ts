import { parentPort } from 'node:worker_threads';
import { renderQrPng } from '../../ground/text/qr-image.ts';
import type { Drawing, Drawn } from './drawing.ts';

/** Runs in a thread of its own: takes one drawing at a time and sends back its bytes. */
parentPort?.on('message', (drawing: Drawing) => {
  draw(drawing).then(
    (bytes) => send({ bytes }),
    (error: unknown) => send({ problem: error instanceof Error ? error.message : String(error) }),
  );
});

async function draw(drawing: Drawing): Promise<Buffer> {
  if (drawing.kind === 'qr') return renderQrPng(drawing.text);
  // Loaded with the first boleto: it loads fonts, for which a QR code would otherwise wait.
  const { renderBoletoPdf } = await import('./boleto-pdf.ts');
  return renderBoletoPdf(drawing.document);
}

function send(drawn: Drawn): void {
  parentPort?.postMessage(drawn);
}
