import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { askForAudit } from '../../../care/audit/ask-for-audit.ts';
import { ASKED_STATES, stateOfAsked } from '../../../care/audit/asked-audit.rules.ts';
import { type AskedAudit as Asked, listAskedAudits } from '../../../care/audit/asked-audits.sql.ts';
import { CHECK_NAMES } from '../../../care/audit/audit-ledger.ts';
import type { AllDeps } from '../../all-deps.ts';
import { operatorOf } from '../operator.ts';

const tags = ['books'];
const MOST = 50;
const isoTime = Type.String({ format: 'date-time' });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const AskedAudit = Type.Object({
  id: Type.Integer(),
  state: Type.Enum([...ASKED_STATES], {
    description: 'WAITING: for a process that works in the background; GIVEN_UP: it did not come to an end',
  }),
  asked_at: isoTime,
  asked_by: Type.String({ description: 'the operator, or the name of a token' }),
  started_at: orNull(isoTime),
  ended_at: orNull(isoTime),
  checks: Type.Integer({ description: 'how many there are' }),
  check: orNull(
    Type.Object({ number: Type.Integer(), name: Type.String() }, { description: 'the one under way, from 1' }),
  ),
  checks_held: orNull(Type.Integer({ description: 'checks that found nothing' })),
  broken_check: orNull(Type.String({ description: 'the first that found something' })),
  findings: orNull(Type.Integer()),
  broken_rows: orNull(
    Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
      description: 'some of what it found: ids and figures',
    }),
  ),
});

/** Audits that somebody asked for: asking answers at once, and how far it is can be read again and again. */
export function askedAuditRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/audits',
    {
      config: { act: 'books', isWithoutPassword: true },
      schema: {
        tags,
        operationId: 'askForAudit',
        summary: 'Ask for an audit of the books, as vintem audit makes it',
        description:
          'A process that works in the background makes it. One at a time: while one has not ended, whoever asks is ' +
          'answered with that one, and is_new is false.',
        response: { 202: Type.Object({ ...AskedAudit.properties, is_new: Type.Boolean() }) },
      },
    },
    async (request, reply) => {
      const { audit, isNew } = await askForAudit(deps, operatorOf(request).name);
      return reply.code(202).send({ ...askedAudit(audit, deps.clock.realNow()), is_new: isNew });
    },
  );

  app.get(
    '/audits/asked',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listAskedAudits',
        summary: 'List the audits that somebody asked for, newest first, with how far they are',
        response: { 200: Type.Object({ data: Type.Array(AskedAudit) }) },
      },
    },
    async () => {
      const audits = await listAskedAudits(deps.listsDb, MOST);
      return { data: audits.map((audit) => askedAudit(audit, deps.clock.realNow())) };
    },
  );
}

function askedAudit(audit: Asked, realNow: Date): Static<typeof AskedAudit> {
  const { id, asked_by, check_number, check_name, checks_held, broken_check, findings, broken_rows } = audit;
  return {
    id,
    state: stateOfAsked(audit, realNow),
    asked_at: audit.asked_at.toISOString(),
    asked_by,
    started_at: audit.started_at?.toISOString() ?? null,
    ended_at: audit.ended_at?.toISOString() ?? null,
    checks: CHECK_NAMES.length,
    check: check_number === null ? null : { number: check_number, name: check_name ?? '' },
    checks_held,
    broken_check,
    findings,
    broken_rows,
  };
}
