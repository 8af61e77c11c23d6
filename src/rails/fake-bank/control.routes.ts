import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { FAULT_KINDS, OPERATIONS } from './oddities/faults.ts';
import type { FakeBank } from './start-fake-bank.ts';
import { createSteeringServer } from './steering-server.ts';

const MAX_TIMES = 100_000;
const MAX_DELAY_MS = 600_000;
const MAX_LAG_MS = 86_400_000;
const MAX_ADVANCE_SECONDS = 400 * 86_400;
const strict = { additionalProperties: false } as const;

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.String({ enum: [...values] }));

const Id = Type.String({ minLength: 1, maxLength: 80 });
const Amount = Type.Integer({ minimum: 1, maximum: 999_999_999_999 });
const Text = Type.String({ maxLength: 140 });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Person = Type.Union([
  Type.Object({ cpf: Type.String({ pattern: '^\\d{11}$' }), nome: Name }, strict),
  Type.Object({ cnpj: Type.String({ pattern: '^[0-9A-Z]{14}$' }), nome: Name }, strict),
]);
const PayBody = Type.Object(
  { amountCents: Type.Optional(Amount), payer: Type.Optional(Person), note: Type.Optional(Text) },
  strict,
);
const PayCodeBody = Type.Object({ code: Type.String({ maxLength: 512 }), payer: Type.Optional(Person) }, strict);
const MedBody = Type.Object(
  {
    amountCents: Type.Optional(Amount),
    nature: Type.Optional(oneOf(['MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO', 'ORIGINAL'])),
    reason: Type.Optional(Text),
  },
  strict,
);
const GiveBackBody = Type.Object({ amountCents: Type.Optional(Amount), reason: Type.Optional(Text) }, strict);
const EndSentBody = Type.Object({ outcome: oneOf(['REALIZADO', 'NAO_REALIZADO']) }, strict);
const SettleBody = Type.Object({ outcome: oneOf(['DEVOLVIDO', 'NAO_REALIZADO']) }, strict);
const FaultBody = Type.Object(
  {
    operation: oneOf([...OPERATIONS, 'any'] as const),
    kind: oneOf(FAULT_KINDS),
    moment: Type.Optional(oneOf(['before', 'after'])),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TIMES })),
    status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600 })),
    delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DELAY_MS })),
  },
  strict,
);
const HabitsBody = Type.Partial(
  Type.Object({
    repeatedTxid: oneOf(['revise', 'refuse']),
    repeatedReturnId: oneOf(['refuse', 'answer']),
    createdStatus: Type.Union([Type.Literal(200), Type.Literal(201)]),
    readLagMs: Type.Integer({ minimum: 0, maximum: MAX_LAG_MS }),
    absentAs: oneOf(['left out', 'null']),
    listed: oneOf(['once', 'twice']),
    listOrder: oneOf(['oldest first', 'newest first']),
    hasOddItems: Type.Boolean(),
    codeMember: Type.Enum(['pixCopiaECola', 'brcode']),
    returnDelayMs: Type.Integer({ minimum: 0, maximum: MAX_DELAY_MS }),
    returnOutcome: oneOf(['DEVOLVIDO', 'NAO_REALIZADO', 'HANGS']),
    sendingDelayMs: Type.Integer({ minimum: 0, maximum: MAX_DELAY_MS }),
    sendingOutcome: oneOf(['REALIZADO', 'NAO_REALIZADO', 'HANGS']),
    sendingNeedsWebhook: Type.Boolean(),
    probesWebhooks: Type.Boolean(),
    callbackSuffix: oneOf(['/pix', '']),
    callbackTimes: Type.Integer({ minimum: 1, maximum: 100 }),
    callbackCertificate: oneOf(['its own', 'of a stranger', 'none']),
  }),
  strict,
);
const AdvanceBody = Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: MAX_ADVANCE_SECONDS }) }, strict);

/** What tests do by calling functions, for a person with curl. It listens to the machine itself only, without TLS. */
export function createControlServer(bank: FakeBank): FastifyInstance {
  const server = createSteeringServer();
  moneyRoutes(server, bank);
  troubleRoutes(server, bank);
  return server;
}

function moneyRoutes(server: FastifyInstance, bank: FakeBank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { control } = bank;
  const byTxid = Type.Object({ txid: Id });
  const byPayment = Type.Object({ e2eid: Id });
  const byTxidAndPayment = Type.Object({ txid: Id, e2eid: Id });
  const bySent = Type.Object({ id: Id });
  const byReturn = Type.Object({ e2eid: Id, id: Id });

  app.get('/charges', async () => ({ charges: control.charges() }));
  app.post('/charges/:txid/pay', { schema: { params: byTxid, body: PayBody } }, ({ params, body }) =>
    control.pay(params.txid, body),
  );
  app.post('/charges/:txid/remove', { schema: { params: byTxid } }, async ({ params }) => {
    control.remove(params.txid);
    return control.charge(params.txid);
  });
  app.post('/charges/:txid/show/:e2eid', { schema: { params: byTxidAndPayment } }, ({ params }) =>
    control.showUnder(params.e2eid, params.txid),
  );
  app.post('/codes/pay', { schema: { body: PayCodeBody } }, ({ body: { code, ...rest } }) =>
    control.payCode(code, rest),
  );
  app.post('/payments/:e2eid/med', { schema: { params: byPayment, body: MedBody } }, ({ params, body }) =>
    control.med(params.e2eid, body),
  );
  app.get('/sent', async () => ({ sent: control.sent() }));
  app.post('/sent/:id/end', { schema: { params: bySent, body: EndSentBody } }, ({ params, body }) =>
    control.endSent(params.id, body.outcome),
  );
  app.post('/sent/:id/return', { schema: { params: bySent, body: GiveBackBody } }, ({ params, body }) =>
    control.giveBackSent(params.id, body),
  );
  app.post(
    '/payments/:e2eid/returns/:id/settle',
    { schema: { params: byReturn, body: SettleBody } },
    async ({ params, body }, reply) => {
      await control.settleReturn(params.e2eid, params.id, body.outcome);
      return reply.code(204).send();
    },
  );
}

function troubleRoutes(server: FastifyInstance, bank: FakeBank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const done = (path: string, work: () => void | Promise<void>) =>
    app.post(path, async (_request, reply) => {
      await work();
      return reply.code(204).send();
    });

  app.get('/received', async () => ({ received: bank.received() }));
  app.get('/callbacks', async () => ({ callbacks: bank.callbacks() }));
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
  app.post('/clock/advance', { schema: { body: AdvanceBody } }, async ({ body }, reply) => {
    bank.advance(body.seconds * 1_000);
    return reply.code(204).send();
  });
  done('/tokens/end', () => bank.endTokens());
  done('/certificates/refuse', () => bank.refuseCertificates(true));
  done('/certificates/accept', () => bank.refuseCertificates(false));
  done('/callbacks/hold', () => bank.holdCallbacks());
  done('/callbacks/release', () => bank.releaseCallbacks());
}
