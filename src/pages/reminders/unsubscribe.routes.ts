import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findPaymentByOrderNumber, type NamedByOrder } from '../../gateway/payments/open-boletos.sql.ts';
import type { Deps } from '../../ground/deps.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';
import { findPayeeOfMerchant } from '../../parties/companies/sellers.sql.ts';
import { unknownPage } from '../payer-pages/other-pages.html.ts';
import { frameOf, type PageScope } from '../payer-pages/payer-pages.routes.ts';
import { insertRefusal } from './refusals.sql.ts';
import { hashOfAddress, isTokenOf, readUnsubscribeToken } from './reminder-address.ts';
import { unsubscribedPage, unsubscribePage } from './unsubscribe.html.ts';

/** Per address; the servers of large mailboxes ask for many people. */
const PAGES_PER_SECOND = 100;
const REFUSALS_PER_SECOND = 20;

/** Where a reminder leads whoever wants no more of them (RFC 8058): without a login, and without a second question. */
export function unsubscribeRoutes(app: FastifyInstance, deps: Deps, scope: PageScope): void {
  const options = (summary: string, description: string, limit: number, what: string) => ({
    onRequest: limitByAddress(app, deps, limit, what),
    config: { isPage: true },
    schema: { tags: ['public'], summary, description, security: [] },
  });

  app.get(
    '/reminders/:reminder',
    options(
      'Ask whether a payer wants no more reminders',
      'HTML with a button; changes nothing.',
      PAGES_PER_SECOND,
      'pages of reminders',
    ),
    async (request, reply) => {
      const found = await findReminded(deps, request);
      const frame = frameOf(request, scope);
      if (!found) return showPage(reply, 404, unknownPage(frame));
      return showPage(reply, 200, unsubscribePage(frame, found.payeeName));
    },
  );

  app.post(
    '/reminders/:reminder',
    options(
      'Want no more reminders of a company',
      'One click (RFC 8058): whatever the body is, the address that the reminder went to gets no more of this ' +
        'company. HTML, and the same answer each time.',
      REFUSALS_PER_SECOND,
      'refusals of reminders',
    ),
    async (request, reply) => {
      const found = await findReminded(deps, request);
      const frame = frameOf(request, scope);
      if (!found) return showPage(reply, 404, unknownPage(frame));
      const { merchant_id: merchantId, company_id: companyId, customer_email: email } = found.payment;
      // The data of a removed customer are gone, and so is whom to write to.
      if (email !== '')
        await insertRefusal(
          deps.db,
          { merchantId, companyId, addressHash: hashOfAddress(email) },
          await deps.clock.now(),
        );
      return showPage(reply, 200, unsubscribedPage(frame, found.payeeName));
    },
  );
}

interface Reminded {
  payment: NamedByOrder;
  payeeName: string;
}

const NOBODYS = { orderNumber: '', proof: '' };

/** What cannot be a token of ours is looked for all the same: no answer tells by its time how near a guess was. */
async function findReminded({ db }: Deps, request: FastifyRequest): Promise<Reminded | null> {
  const token = readUnsubscribeToken((request.params as { reminder: string }).reminder) ?? NOBODYS;
  const payment = await findPaymentByOrderNumber(db, token.orderNumber);
  if (!payment || !isTokenOf(token, payment)) return null;
  const payee = await findPayeeOfMerchant(db, payment.merchant_id, payment.company_id);
  return payee && { payment, payeeName: payee.name };
}

function showPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}
