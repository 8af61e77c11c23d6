import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { mayLag, type WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { pageOf } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { changeLink, unknownLink } from './change-link.ts';
import { createLink } from './create-link.ts';
import { linkTimeOf } from './link-time.ts';
import {
  LinkChangeBody,
  LinkList,
  LinkListQuery,
  LinkParams,
  LinkRecord,
  NewLinkBody,
  REMOVABLE,
} from './payment-links.schemas.ts';
import { findLinkOfMerchant, searchLinksOfMerchant } from './payment-links.sql.ts';
import { linkRecord } from './payment-links.wire.ts';

const tags = ['payment links'];

export function paymentLinkRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { publicUrl } = deps.config;

  app.post(
    '/payment-links',
    {
      config: { permission: 'charge' },
      schema: {
        tags,
        summary: 'Create a payment link',
        description:
          'A page that asks for the payer’s data and creates the order, for items or for an amount that the payer ' +
          'writes. Price and items never change: make another link instead. 404 COMPANY_NOT_FOUND: the company is ' +
          'not yours. 400 AMOUNT_BELOW_MINIMUM: items and shipping come to less than 500.',
        body: NewLinkBody,
        response: { 201: LinkRecord },
      },
    },
    async (request, reply) => {
      const link = await createLink(deps, callerOf(request).merchantId, request.body);
      return reply.code(201).send(linkRecord(publicUrl, link));
    },
  );

  app.get(
    '/payment-links',
    {
      config: { isSlow: 'read' },
      schema: {
        tags,
        summary: 'List payment links',
        description: 'Newest first. The status is as of now: EXPIRED and SOLD_OUT follow from time and payments.',
        querystring: LinkListQuery,
        response: { 200: LinkList },
      },
    },
    async (request) => {
      const time = await linkTimeOf(deps);
      const { merchantId } = callerOf(request);
      const { rows, total } = await searchLinksOfMerchant(mayLag(deps), merchantId, request.query, time);
      return { data: rows.map((link) => linkRecord(publicUrl, link)), ...pageOf(total, request.query) };
    },
  );

  app.get(
    '/payment-links/:id',
    {
      schema: {
        tags,
        summary: 'Read a payment link',
        description: '404 PAYMENT_LINK_NOT_FOUND: there is none of yours with this id.',
        params: LinkParams,
        response: { 200: LinkRecord },
      },
    },
    async (request) => {
      const id = linkIdIn(request.params);
      const link = await findLinkOfMerchant(deps.db, callerOf(request).merchantId, id, await linkTimeOf(deps));
      return linkRecord(publicUrl, link ?? unknownLink(id));
    },
  );

  app.patch(
    '/payment-links/:id',
    {
      config: { permission: 'charge', keepNull: REMOVABLE },
      schema: {
        tags,
        summary: 'Change, disable or enable a payment link',
        description:
          'Takes title, description, status, max_payments, stock, expires_at, success_url, inactive_message, fine, ' +
          'interest and payable_days_after_due; any other field is 400. Null takes a limit, a term or a text ' +
          'away. max_payments cannot become 1: a bill is made as one, with an address that nobody guesses. ' +
          '404 PAYMENT_LINK_NOT_FOUND: none of yours has this id.',
        params: LinkParams,
        body: LinkChangeBody,
        response: { 200: LinkRecord },
      },
    },
    async (request) => {
      const id = linkIdIn(request.params);
      return linkRecord(publicUrl, await changeLink(deps, callerOf(request).merchantId, id, request.body));
    },
  );
}

/** Any other text cannot be an id of ours, and the database refuses a NUL. */
function linkIdIn({ id }: { id: string }): string {
  return /^pl_[a-z0-9]{1,40}$/.test(id) ? id : unknownLink(id);
}
