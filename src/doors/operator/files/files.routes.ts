import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readBankFile } from '../../../gateway/bank-files/read-bank-file.ts';
import { sendRemessa } from '../../../gateway/bank-files/send-remessa.ts';
import { pageOf, readPathId } from '../../../ground/lists/list-query.rules.ts';
import { countWaitingOrders, listFilePage } from '../../../rails/cnab240/files.sql.ts';
import { readStanding } from '../../../rails/cnab240/read-standing.ts';
import type { AllDeps } from '../../all-deps.ts';
import { bankOf, tellingWhatFails } from './bank-of.ts';
import { BankAccounts, BankFiles, FilesQuery, SentRemessa } from './files.schemas.ts';
import { bankFileBody } from './files.wire.ts';
import { retornoRoutes } from './retornos.routes.ts';

const tags = ['files'];
const config = { act: 'files' } as const;

/** Files of banks that take boletos by CNAB 240, both ways. */
export function fileRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  void server.register(async (uploads) => retornoRoutes(uploads, deps));

  app.get(
    '/bank-accounts',
    {
      config,
      schema: {
        tags,
        operationId: 'listBankAccounts',
        summary: 'List the banks that take files, and what waits for them',
        response: { 200: BankAccounts },
      },
    },
    async () => {
      const now = await deps.clock.now();
      return { data: await Promise.all((await deps.bankAccounts()).map((bank) => accountBody(deps, bank, now))) };
    },
  );

  app.get(
    '/bank-accounts/:name/files',
    {
      config,
      schema: {
        tags,
        operationId: 'listBankFiles',
        summary: 'List the files of an account, both ways, newest first',
        querystring: FilesQuery,
        response: { 200: BankFiles },
      },
    },
    async (request) => {
      const { name } = await bankOf(deps, request.params);
      const { direction, ...paging } = request.query;
      const { rows, total } = await listFilePage(deps.listsDb, name, direction, paging);
      const data = rows.map(({ is_kept, ...file }) => ({ ...bankFileBody(file), is_kept }));
      return { data, ...pageOf(total, paging) };
    },
  );

  app.get(
    '/bank-accounts/:name/files/:id/content',
    {
      config,
      schema: {
        tags,
        operationId: 'downloadBankFile',
        summary: 'Download a file of either direction, as the bank got or sent it',
        description: 'It names payers: who took it stands in the audit log. 410 after 180 days.',
        response: { 200: { content: { 'application/octet-stream': { schema: Type.Unsafe<Readable>({}) } } } },
      },
    },
    async (request, reply) => {
      const { name } = await bankOf(deps, request.params);
      const { file, fileName, content } = await readBankFile(deps, name, readPathId(request.params));
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('content-length', file.bytes)
        .send(Readable.from(content));
    },
  );

  app.post(
    '/bank-accounts/:name/remessas',
    {
      config,
      schema: {
        tags,
        operationId: 'sendRemessa',
        summary: 'Make one remessa of all that waits for the bank, and keep it',
        description: 'Where the account has an outbox it goes there; otherwise somebody brings it to the bank.',
        response: { 200: { ...SentRemessa, description: 'nothing waits' }, 201: SentRemessa },
      },
    },
    async (request, reply) => {
      const { name, account } = await bankOf(deps, request.params);
      const isForOutbox = account.outbox !== null;
      const sent = await tellingWhatFails(() => sendRemessa(deps, name, account, { day: null, isForOutbox }));
      const set_aside = (sent?.setAside ?? []).map(({ ourNumber, movement, why }) => ({
        ...{ our_number: ourNumber, movement, why },
      }));
      return reply
        .code(sent ? 201 : 200)
        .send({ file: sent && bankFileBody(sent), goes_to_outbox: isForOutbox, set_aside });
    },
  );
}

async function accountBody({ listsDb }: AllDeps, bank: Awaited<ReturnType<typeof bankOf>>, now: Date) {
  const { name, account } = bank;
  const [standing, waiting] = await Promise.all([readStanding(listsDb, bank, now), countWaitingOrders(listsDb, name)]);
  const { sendAt } = account;
  const twoDigits = (figure: number) => String(figure).padStart(2, '0');
  return {
    name,
    profile: account.profile,
    waiting,
    waiting_since: waiting > 0 ? (standing.waitingSince?.toISOString() ?? null) : null,
    has_outbox: account.outbox !== null,
    has_inbox: account.inbox !== null,
    send_at: sendAt && `${twoDigits(sendAt.hour)}:${twoDigits(sendAt.minute)}`,
    is_behind_restore: standing.isBehindRestore,
    numbers_left: standing.numbers.left,
  };
}
