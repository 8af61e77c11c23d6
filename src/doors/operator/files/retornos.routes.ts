import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { previewRetorno } from '../../../gateway/bank-files/preview-retorno.ts';
import { receiveRetorno } from '../../../gateway/bank-files/receive-retorno.ts';
import { findPaymentsByReference } from '../../../gateway/payments/payments.sql.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import { limitBodyBytes } from '../../../ground/limits/body-bytes.ts';
import type { AllDeps } from '../../all-deps.ts';
import { bankOf, tellingWhatFails } from './bank-of.ts';
import { PreviewQuery, ReceivedRetorno, ReceiveQuery, RetornoPreview } from './files.schemas.ts';
import { bankFileBody, outcomeBody, previewBody } from './files.wire.ts';

/** Some seventeen thousand titles. A larger file is for the inbox or the command line, which hold none of it whole. */
const MAX_RETORNO_BYTES = 8 * 1024 * 1024;
const MOST_LINES = 500;
const FILE_TYPE = 'application/octet-stream';

const tags = ['files'];
const body = Type.Unsafe<Buffer>({ description: 'the file as the bank gave it, at most 8 MiB' });

/** A retorno is sent as it is, twice: to see what it would do, and to have exactly that done. */
export function retornoRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  takeFilesOnly(server);
  limitBodyBytes(server, deps, MAX_RETORNO_BYTES);

  app.post(
    '/bank-accounts/:name/retornos/preview',
    {
      config: { act: 'files', isWithoutPassword: true },
      bodyLimit: MAX_RETORNO_BYTES,
      schema: {
        tags,
        operationId: 'previewRetorno',
        summary: 'See line by line what a retorno would do now; changes nothing',
        description: `At most ${MOST_LINES} lines are shown at a time; counts and sums are over all of them.`,
        consumes: [FILE_TYPE],
        querystring: PreviewQuery,
        body,
        response: { 200: RetornoPreview },
      },
    },
    async (request) => {
      const { name, account } = await bankOf(deps, request.params);
      const window = { after: request.query.after ?? 0, most: MOST_LINES };
      const preview = await tellingWhatFails(() => previewRetorno(deps, name, account, opener(request), window));
      const references = preview.lines.flatMap(({ reference }) => reference ?? []);
      const payments = await findPaymentsByReference(deps.listsDb, references);
      return previewBody(preview, new Map([...payments].map(([reference, { id }]) => [reference, id])));
    },
  );

  app.post(
    '/bank-accounts/:name/retornos',
    {
      config: { act: 'files' },
      bodyLimit: MAX_RETORNO_BYTES,
      schema: {
        tags,
        operationId: 'receiveRetorno',
        summary: 'Apply a retorno, as a whole or not at all',
        description:
          'It carries the plan of the preview that somebody has seen. 409 `RETORNO_PLAN_CHANGED`, and nothing is ' +
          'applied, where the file would do something else by now.',
        consumes: [FILE_TYPE],
        querystring: ReceiveQuery,
        body,
        response: { 200: ReceivedRetorno },
      },
    },
    async (request) => {
      const { name, account } = await bankOf(deps, request.params);
      const { plan } = request.query;
      if (plan === undefined) throw invalidField('plan', 'is required: it comes with the preview');
      const received = await tellingWhatFails(() => receiveRetorno(deps, name, account, opener(request), plan));
      return { file: received && bankFileBody(received.file), outcome: received && outcomeBody(received) };
    },
  );
}

function opener({ body: content }: FastifyRequest): () => AsyncIterable<Buffer> {
  return async function* open() {
    if (Buffer.isBuffer(content)) yield content;
  };
}

function takeFilesOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, (_request, content, done) => done(null, content));
  app.addContentTypeParser('*', (_request, _content, done) =>
    done(new ApiError('UNSUPPORTED_MEDIA_TYPE', `send the file itself, as ${FILE_TYPE}`)),
  );
}
