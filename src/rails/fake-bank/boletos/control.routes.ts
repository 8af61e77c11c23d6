import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { FakeInter } from '../inter/start-fake-inter.ts';
import { BOLETO_OPERATIONS, FAULT_KINDS } from '../oddities/faults.ts';
import type { FakeSicoob } from '../sicoob/start-fake-sicoob.ts';
import type { RunningBoletoBank } from './boleto-bank.ts';

const MAX_TIMES = 100_000;
const MAX_DELAY_MS = 600_000;
const MAX_ADVANCE_SECONDS = 400 * 86_400;
const strict = { additionalProperties: false } as const;

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.String({ enum: [...values] }));
const Cents = Type.Integer({ minimum: 0, maximum: 999_999_999_999 });
const Delay = Type.Integer({ minimum: 0, maximum: MAX_DELAY_MS });
const Name = Type.Object({ name: Type.String({ minLength: 1, maxLength: 80 }) });

const InterPay = Type.Object(
  { amountCents: Type.Optional(Cents), by: Type.Optional(oneOf(['BOLETO', 'PIX'])) },
  strict,
);
const SicoobPay = Type.Object(
  {
    amountCents: Type.Optional(Cents),
    chargesCents: Type.Optional(Cents),
    discountCents: Type.Optional(Cents),
    by: Type.Optional(oneOf(['boleto', 'pix'])),
  },
  strict,
);
const FaultBody = Type.Object(
  {
    operation: oneOf([...BOLETO_OPERATIONS, 'any'] as const),
    kind: oneOf(FAULT_KINDS),
    moment: Type.Optional(oneOf(['before', 'after'])),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TIMES })),
    status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600 })),
    delayMs: Type.Optional(Delay),
  },
  strict,
);
const HabitsBody = Type.Partial(
  Type.Object({
    registrationDelayMs: Delay,
    registrationOutcome: oneOf(['issued', 'failed']),
    changeDelayMs: Delay,
    changeOutcome: oneOf(['done', 'failed']),
    fileDelayMs: Delay,
    readLagMs: Delay,
    hasNumbers: Type.Boolean(),
    hasPix: Type.Boolean(),
    absentAs: oneOf(['left out', 'null']),
    hasOddItems: Type.Boolean(),
    listed: oneOf(['once', 'twice']),
    callbackTimes: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  strict,
);
const AdvanceBody = Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: MAX_ADVANCE_SECONDS }) }, strict);

/** What the payer and the staff of Inter do, for a person with curl. */
export function interControl(server: FastifyInstance, bank: FakeInter): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const byName = { params: Name };
  app.get('/charges', async () => ({ charges: bank.control.charges() }));
  app.post('/charges/:name/pay', { schema: { ...byName, body: InterPay } }, async ({ params, body }, reply) => {
    await bank.control.pay(params.name, body);
    return reply.code(204).send();
  });
  app.post('/charges/:name/mark', { schema: byName }, async ({ params }, reply) => {
    await bank.control.mark(params.name);
    return reply.code(204).send();
  });
  app.post('/charges/:name/cancel', { schema: byName }, async ({ params }, reply) => {
    await bank.control.cancel(params.name);
    return reply.code(204).send();
  });
  troubleRoutes(server, bank);
}

/** The same at Sicoob. */
export function sicoobControl(server: FastifyInstance, bank: FakeSicoob): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const byName = { params: Name };
  app.get('/charges', async () => ({ charges: bank.control.charges() }));
  app.post('/charges/:name/pay', { schema: { ...byName, body: SicoobPay } }, async ({ params, body }, reply) => {
    await bank.control.pay(params.name, body);
    return reply.code(204).send();
  });
  app.post('/charges/:name/write-off', { schema: byName }, async ({ params }, reply) => {
    bank.control.writeOff(params.name);
    return reply.code(204).send();
  });
  app.post('/webhook/switch-off', async (_request, reply) => {
    bank.control.switchWebhookOff();
    return reply.code(204).send();
  });
  troubleRoutes(server, bank);
}

function troubleRoutes(server: FastifyInstance, bank: RunningBoletoBank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  app.get('/received', async () => ({ received: bank.received() }));
  app.get('/callbacks', async () => ({ callbacks: bank.callbacks() }));
  app.post('/faults', { schema: { body: FaultBody } }, async ({ body }, reply) => {
    bank.fault(body);
    return reply.code(204).send();
  });
  app.delete('/faults', async (_request, reply) => {
    bank.clearFaults();
    return reply.code(204).send();
  });
  app.get('/habits', async () => bank.habits);
  app.patch('/habits', { schema: { body: HabitsBody } }, async ({ body }) => Object.assign(bank.habits, body));
  app.post('/clock/advance', { schema: { body: AdvanceBody } }, async ({ body }, reply) => {
    bank.advance(body.seconds * 1_000);
    return reply.code(204).send();
  });
  app.post('/tokens/end', async (_request, reply) => {
    bank.endTokens();
    return reply.code(204).send();
  });
}
