import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  isLocalDate,
  nextBusinessDay,
  saoPauloDateOf,
  startOfSaoPauloDay,
  withinCalendar,
} from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { paymentInPath } from '../payments/payment-in-path.ts';
import { type PayerAction, playPayer, type SandboxControls } from './play-payer.ts';
import { advanceSandboxClock, findSandboxOffset } from './sandbox.sql.ts';

const ACTIONS: readonly PayerAction[] = ['pay', 'fail', 'cancel', 'expire', 'refund'];

const MAX_ADVANCE_SECONDS = 10 * 366 * 86_400;
/** The clock may go a century ahead in all: far past every due date, and far before the calendar runs out of digits. */
const MAX_OFFSET_SECONDS = 100 * 366 * 86_400;
const ISO_INSTANT =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})$';

const ActionBody = Type.Object({
  notify: Type.Optional(Type.Boolean({ description: 'false: only a query or the safety net aligns the status' })),
});
const PayBody = Type.Object({
  ...ActionBody.properties,
  paid_at: Type.Optional(
    Type.String({ pattern: ISO_INSTANT, description: 'an ISO 8601 instant with offset, not in the future' }),
  ),
  amount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 99_999_999_999, description: 'cents; another sum than the one that is due' }),
  ),
});
const ActionResponse = Type.Object({
  success: Type.Boolean(),
  transaction_id: Type.Integer(),
  acquirer_status: Type.String(),
});
const ClockBody = Type.Object({ advance_seconds: Type.Integer({ minimum: 0, maximum: MAX_ADVANCE_SECONDS }) });
const ClockResponse = Type.Object({ now: Type.String({ format: 'date-time' }) });
const ClockReading = Type.Object({
  ...ClockResponse.properties,
  offset_seconds: Type.Integer({ description: 'how far business time is ahead of real time' }),
  next_business_day: Type.String({ format: 'date-time', description: 'the morning of the next day that banks work' }),
});
/** When a working day has begun, and its settlements are there. */
const MORNING_MS = 8 * 3_600_000;

/**
 * These routes do not exist in live. Each needs a JWT and touches only that merchant's payments, except the clock,
 * which all share.
 */
export function sandboxRoutes(server: FastifyInstance, deps: Deps, controls: SandboxControls): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  for (const action of ACTIONS) {
    server.post(
      `/sandbox/transactions/:id/${action}`,
      {
        config: { permission: 'charge' },
        schema: {
          tags: ['sandbox'],
          summary: `Sandbox: ${action} a transaction as the payer or the bank would`,
          params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
          body: action === 'pay' ? PayBody : ActionBody,
          response: { 200: ActionResponse },
        },
        // A POST without a body means the defaults.
        preValidation: async (request) => {
          request.body ??= {};
        },
      },
      async (request) => {
        const {
          paid_at,
          amount,
          notify = true,
        } = request.body as { paid_at?: string; amount?: number; notify?: boolean };
        const payment = await paymentInPath(deps, callerOf(request).merchantId, request.params);
        const paidAt = action === 'pay' && paid_at !== undefined ? await readPast(deps, paid_at) : null;
        const amountCents = action === 'pay' ? (amount ?? null) : null;
        const acquirerStatus = await playPayer(deps, controls, payment, action, { notify, paidAt, amountCents });
        return { success: true, transaction_id: payment.id, acquirer_status: acquirerStatus };
      },
    );
  }

  app.post(
    '/sandbox/clock',
    {
      config: { permission: 'charge' },
      schema: {
        tags: ['sandbox'],
        summary: 'Sandbox: move business time forward',
        body: ClockBody,
        response: { 200: ClockResponse },
      },
    },
    async (request) => {
      if (!deps.config.sandboxClock)
        throw new ApiError('SANDBOX_CLOCK_OFF', 'SANDBOX_CLOCK is off here: the clock moves for everyone');
      const isMoved = await advanceSandboxClock(deps.db, request.body.advance_seconds, MAX_OFFSET_SECONDS);
      if (!isMoved)
        throw invalidField(
          'advance_seconds',
          `would move the clock more than ${MAX_OFFSET_SECONDS} seconds ahead in total`,
        );
      deps.poke();
      return { now: (await deps.clock.now()).toISOString() };
    },
  );

  server.get(
    '/sandbox/clock',
    { schema: { tags: ['sandbox'], summary: 'Sandbox: read business time', response: { 200: ClockReading } } },
    async () => {
      const offsetSeconds = await findSandboxOffset(deps.db);
      const now = new Date(deps.clock.realNow().getTime() + offsetSeconds * 1000);
      const nextDay = startOfSaoPauloDay(nextBusinessDay(saoPauloDateOf(now)));
      return {
        now: now.toISOString(),
        offset_seconds: offsetSeconds,
        next_business_day: new Date(nextDay.getTime() + MORNING_MS).toISOString(),
      };
    },
  );
}

async function readPast(deps: Deps, paidAt: string): Promise<Date> {
  const instant = new Date(paidAt);
  const isInstant = !Number.isNaN(instant.getTime()) && isLocalDate(paidAt.slice(0, 10));
  if (!isInstant || withinCalendar(instant).getTime() !== instant.getTime())
    throw invalidField('paid_at', 'is not an instant of the calendar');
  if (instant > (await deps.clock.now())) throw invalidField('paid_at', 'must not be in the future');
  return instant;
}
