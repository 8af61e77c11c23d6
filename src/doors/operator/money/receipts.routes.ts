import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { searchReceipts } from '../../../gateway/alignment/receipts/all-receipts.sql.ts';
import { bindReceipt } from '../../../gateway/alignment/receipts/bind-receipt.ts';
import { bookReceipt } from '../../../gateway/alignment/receipts/book-receipt.ts';
import { closeReceipt } from '../../../gateway/alignment/receipts/close-receipt.ts';
import { invalidField } from '../../../ground/errors.ts';
import { pageOf, readPathId } from '../../../ground/lists/list-query.rules.ts';
import { listOf, localDay, PAGING, TOTAL_IS_MINIMUM } from '../../../ground/lists/lists.schemas.ts';
import type { AllDeps } from '../../all-deps.ts';
import { operatorOf } from '../operator.ts';
import { ReasonBody } from '../reason.schemas.ts';
import { OPEN_OR_ALL } from './money.schemas.ts';
import { listedReceipt, readReceipt } from './read-receipt.ts';
import { BindBody, BookBody, ListedReceipt, SeenReceipt } from './receipts.schemas.ts';

const tags = ['money'];

/** Money that banks have received and that is none of ours, as far as we know. */
export function receiptRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/receipts',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listReceipts',
        summary: 'List received money that is none of ours, newest first',
        querystring: Type.Object({
          ...PAGING,
          open: OPEN_OR_ALL,
          acquirer: Type.Optional(Type.String({ maxLength: 40 })),
          day: localDay('received on that day'),
        }),
        response: {
          200: Type.Object({ ...listOf(ListedReceipt).properties, total_is_minimum: TOTAL_IS_MINIMUM }),
        },
      },
    },
    async (request) => {
      const { open, acquirer, day, ...paging } = request.query;
      const isOpen = open === undefined ? undefined : open === 'true';
      const { rows, total, isTotalMinimum } = await searchReceipts(deps.listsDb, { isOpen, acquirer, day }, paging);
      return { data: rows.map(listedReceipt), ...pageOf(total, paging, isTotalMinimum) };
    },
  );

  app.get(
    '/receipts/:id',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'getReceipt',
        summary: 'Read what is known of received money that is none of ours',
        response: { 200: SeenReceipt },
      },
    },
    async (request) => readReceipt(deps, readPathId(request.params)),
  );
}

/** What is done about one. */
export function receiptActRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/receipts/:id/bind',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'bindReceipt',
        summary: 'Say that it is the money of a transaction, which it approves; it cannot be undone',
        description: 'Of the same bank, and of an amount that the transaction explains on the day it was paid.',
        body: BindBody,
        response: { 200: SeenReceipt },
      },
    },
    async (request) => {
      const receiptId = readPathId(request.params);
      const { transaction_id: paymentId, reason } = request.body;
      await bindReceipt(deps, { receiptId, paymentId, reason, by: operatorOf(request).name });
      return readReceipt(deps, receiptId);
    },
  );

  app.post(
    '/receipts/:id/book',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'bookReceipt',
        summary: 'Put what is left of it into the books, or take it out again when the bank has given it back',
        body: BookBody,
        response: { 200: SeenReceipt },
      },
    },
    async (request) => {
      const receiptId = readPathId(request.params);
      const { from, to, reason } = request.body;
      if ((from === 'acquirer') === (to === 'acquirer'))
        throw invalidField('to', 'exactly one of from and to must be acquirer');
      const way = from === 'acquirer' ? 'from_acquirer' : 'to_acquirer';
      const companyId = way === 'from_acquirer' ? holderOf('to', to) : holderOf('from', from);
      await bookReceipt(deps, { receiptId, way, companyId, reason, by: operatorOf(request).name });
      return readReceipt(deps, receiptId);
    },
  );

  app.post(
    '/receipts/:id/close',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'closeReceipt',
        summary: 'Say what was done about it outside of the books; it is listed as open no more',
        body: ReasonBody,
        response: { 200: SeenReceipt },
      },
    },
    async (request) => {
      const receiptId = readPathId(request.params);
      await closeReceipt(deps, { receiptId, reason: request.body.reason, by: operatorOf(request).name });
      return readReceipt(deps, receiptId);
    },
  );
}

/** Null: the platform. */
function holderOf(field: string, side: string): number | null {
  if (side === 'platform') return null;
  const id = Number(side.slice('company:'.length));
  if (!Number.isSafeInteger(id)) throw invalidField(field, 'names no company');
  return id;
}
