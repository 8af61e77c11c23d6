import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { CallTimes } from '../../../care/telemetry/call-times.ts';
import type { AllDeps } from '../../all-deps.ts';
import { listSeenAcquirers } from './list-seen-acquirers.ts';

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const isoTime = Type.String({ format: 'date-time' });

const Seen = Type.Object({
  name: Type.String(),
  kind: orNull(Type.String({ description: 'null: the sandbox’s own' })),
  profile: orNull(Type.String()),
  updated_at: orNull(isoTime),
  is_usable: Type.Boolean({ description: 'false: its stored configuration cannot be opened, or not by this release' }),
  answers: orNull(Type.Boolean({ description: 'whether it answered just now; null: it cannot be used' })),
  charges: Type.Array(Type.String(), { description: 'pix, invoice' }),
  refunds: Type.Boolean(),
  payouts: Type.Boolean(),
  open_circuits: Type.Array(Type.String(), { description: 'calls that this process spares it for now' }),
  companies: Type.Integer({ description: 'establishments that charge through it' }),
  certificate: orNull(Type.Object({ not_after: orNull(isoTime) })),
  calls: orNull(
    Type.Object({
      count: Type.Integer(),
      unanswered: Type.Integer(),
      p50_ms: orNull(Type.Integer()),
      p95_ms: orNull(Type.Integer()),
    }),
  ),
});

export function acquirerRoutes(app: FastifyInstance, deps: AllDeps, callTimes: CallTimes | null): void {
  app.get(
    '/acquirers',
    {
      config: { act: 'read' },
      schema: {
        tags: ['acquirers'],
        operationId: 'listAcquirers',
        summary: 'List the banks, how they do, and when their certificates end',
        description: 'Nothing of how they are reached is ever shown.',
        response: { 200: Type.Object({ data: Type.Array(Seen) }) },
      },
    },
    async () => ({ data: await listSeenAcquirers(deps, callTimes) }),
  );
}
