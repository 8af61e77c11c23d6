import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { BankClock } from '../clock.ts';
import { createSteeringServer } from '../steering-server.ts';
import { CNAB_FAULTS } from './retorno/faults.ts';
import type { FakeCnabBank } from './start-fake-cnab-bank.ts';

const MAX_TIMES = 100_000;
const MAX_SECONDS = 400 * 86_400;
const MAX_FILE_NUMBER = 999_999;
const strict = { additionalProperties: false } as const;

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.String({ enum: [...values] }));

const Key = Type.Object({ key: Type.String({ minLength: 1, maxLength: 80 }) });
const Amount = Type.Integer({ minimum: 1, maximum: 999_999_999_999 });
const Fee = Type.Integer({ minimum: 0, maximum: 999_999_999_999 });
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const LateBody = Type.Object({ day: Type.Optional(Day), amountCents: Type.Optional(Amount) }, strict);
const PayBody = Type.Object(
  {
    day: Type.Optional(Day),
    amountCents: Type.Optional(Amount),
    isOnline: Type.Optional(Type.Boolean()),
    isForced: Type.Optional(Type.Boolean()),
  },
  strict,
);
const FeeBody = Type.Object({ amountCents: Amount }, strict);
const SayBody = Type.Object(
  {
    code: Type.String({ pattern: '^\\d{2}$' }),
    motives: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9A-Z]{2}$' }), { maxItems: 5 })),
    amountCents: Type.Optional(Amount),
    feeCents: Type.Optional(Fee),
  },
  strict,
);
const StrangerBody = Type.Object(
  {
    number: Type.String({ pattern: '^\\d{1,20}$' }),
    digit: Type.Optional(Type.String({ pattern: '^[0-9XP]?$' })),
    amountCents: Amount,
    reference: Type.Optional(Type.String({ pattern: '^[ -~]{0,25}$' })),
    day: Type.Optional(Day),
  },
  strict,
);
const FaultBody = Type.Object(
  {
    kind: oneOf(CNAB_FAULTS),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TIMES })),
    delaySeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SECONDS })),
  },
  strict,
);
const HabitsBody = Type.Partial(
  Type.Object({
    checksFileNumber: Type.Boolean(),
    feeCents: Fee,
    feeTaken: oneOf(['from the credit', 'apart', 'in a line of its own']),
    paysOnDueDate: Type.Boolean(),
    writesOffByItself: Type.Boolean(),
    writesEmptyFiles: Type.Boolean(),
  }),
  strict,
);
const ExpectBody = Type.Object({ fileNumber: Type.Integer({ minimum: 1, maximum: MAX_FILE_NUMBER }) }, strict);
const AdvanceBody = Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: MAX_SECONDS }) }, strict);

/** What tests do by calling functions, for a person with curl. It listens to the machine itself only. */
export function createCnabControlServer(bank: FakeCnabBank, clock: BankClock): FastifyInstance {
  const server = createSteeringServer();
  titleRoutes(server, bank);
  fileRoutes(server, bank);
  troubleRoutes(server, bank, clock);
  return server;
}

function titleRoutes(server: FastifyInstance, bank: FakeCnabBank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  app.get('/titles', async () => ({ titles: bank.titles() }));
  app.post('/titles/:key/pay', { schema: { params: Key, body: PayBody } }, async ({ params, body }) =>
    bank.pay(params.key, body),
  );
  app.post('/titles/:key/pay-after-write-off', { schema: { params: Key, body: LateBody } }, async ({ params, body }) =>
    bank.payAfterWriteOff(params.key, body),
  );
  app.post('/titles/:key/take-back', { schema: { params: Key } }, async ({ params }) => bank.takeBack(params.key));
  app.post('/titles/:key/write-off', { schema: { params: Key } }, async ({ params }) => bank.writeOff(params.key));
  app.post('/titles/:key/fee', { schema: { params: Key, body: FeeBody } }, async ({ params, body }) =>
    bank.chargeFee(params.key, body.amountCents),
  );
  app.post('/titles/:key/say', { schema: { params: Key, body: SayBody } }, async ({ params, body }) =>
    bank.say(params.key, body),
  );
  app.post('/strangers', { schema: { body: StrangerBody } }, async ({ body }, reply) => {
    bank.addStranger(body);
    return reply.code(204).send();
  });
}

function fileRoutes(server: FastifyInstance, bank: FakeCnabBank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  app.get('/files', async () => ({ remessas: bank.remessas(), retornos: bank.retornos() }));
  app.post('/remessas/take', async () => ({ remessas: bank.takeRemessas() }));
  app.post('/remessas/expect', { schema: { body: ExpectBody } }, async ({ body }, reply) => {
    bank.expectRemessa(body.fileNumber);
    return reply.code(204).send();
  });
  app.post('/close-day', async () => ({ retorno: bank.writeRetorno() }));
}

function troubleRoutes(server: FastifyInstance, bank: FakeCnabBank, clock: BankClock): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  app.get('/faults', async () => ({ faults: bank.faults() }));
  app.post('/faults', { schema: { body: FaultBody } }, async ({ body }, reply) => {
    bank.fault(body);
    return reply.code(201).send({ faults: bank.faults() });
  });
  app.delete('/faults', async (_request, reply) => {
    bank.clearFaults();
    return reply.code(204).send();
  });
  app.get('/habits', async () => bank.habits);
  app.patch('/habits', { schema: { body: HabitsBody } }, async ({ body }) => Object.assign(bank.habits, body));
  app.post('/clock/advance', { schema: { body: AdvanceBody } }, async ({ body }) => {
    clock.advance(body.seconds * 1_000);
    bank.passTime();
    return { now: clock.now().toISOString() };
  });
}
