import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { setAcquirerByForm } from '../../../gateway/bank-access/set-acquirer-by-form.ts';
import { invalidField } from '../../../ground/errors.ts';
import { KIND_NAMES } from '../../../rails/kind-names.rules.ts';
import type { AllDeps } from '../../all-deps.ts';
import { AcquirerChangeBody, CLEARABLE, NewAcquirerBody, OneAcquirer } from './acquirers.schemas.ts';
import type { BankTurns } from './bank-turns.ts';
import { readSeenAcquirer } from './list-seen-acquirers.ts';
import { nameIn, storedBank, unknownAcquirer } from './stored-bank.ts';

const tags = ['acquirers'];
const LIMITS =
  'Contents come in the body. Addresses outside a profile, paths and folders of the server can be set only by the ' +
  'command line (vintem acquirer set), and stay as they were set there. Logged with both sides, without secrets.';

/** What `vintem acquirer set` does, by the same operation, as far as it names nothing of the server. */
export function setAcquirerRoutes(server: FastifyInstance, deps: AllDeps, turns: BankTurns): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const config = { act: 'acquirers' } as const;
  const seen = async (name: string) => {
    const acquirer = await readSeenAcquirer(deps, null, name);
    if (!acquirer) throw unknownAcquirer(name);
    return acquirer;
  };

  app.post(
    '/acquirers',
    {
      config,
      schema: {
        tags,
        operationId: 'addAcquirer',
        summary: 'Add a bank',
        description: LIMITS,
        body: NewAcquirerBody,
        response: { 201: OneAcquirer },
      },
    },
    async (request, reply) => {
      const { name, kind, reason, ...given } = request.body;
      const words = { name, kind, profile: null, given, reason };
      await turns.during(name, request, () => setAcquirerByForm(deps, deps.config.mode, words));
      return reply.code(201).send(await seen(name));
    },
  );

  app.patch(
    '/acquirers/:name',
    {
      config: { ...config, keepNull: CLEARABLE },
      schema: {
        tags,
        operationId: 'changeAcquirer',
        summary: 'Change what was said of a bank; what is not mentioned stays, and null takes away',
        description: LIMITS,
        body: AcquirerChangeBody,
        response: { 200: OneAcquirer },
      },
    },
    async (request) => {
      const name = nameIn(request);
      const { reason, ...given } = request.body;
      const { kind: stored, profile } = await storedBank(deps, name);
      const kind = KIND_NAMES.find((known) => known === stored);
      if (!kind) throw invalidField('kind', `is ${stored}, which this release does not know`);
      const words = { name, kind, profile, given, reason };
      await turns.during(name, request, () => setAcquirerByForm(deps, deps.config.mode, words));
      return seen(name);
    },
  );
}
