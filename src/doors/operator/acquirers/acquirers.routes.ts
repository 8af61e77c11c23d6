import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { CallTimes } from '../../../care/telemetry/call-times.ts';
import { KIND_NAMES } from '../../../rails/kind-names.rules.ts';
import { kindOf } from '../../../rails/kinds.ts';
import type { AllDeps } from '../../all-deps.ts';
import { KindOfBank, OneAcquirer, SeenAcquirer } from './acquirers.schemas.ts';
import { listSeenAcquirers, readSeenAcquirer } from './list-seen-acquirers.ts';
import { nameIn, unknownAcquirer } from './stored-bank.ts';

const tags = ['acquirers'];

export function acquirerRoutes(app: FastifyInstance, deps: AllDeps, callTimes: CallTimes | null): void {
  app.get(
    '/acquirers',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listAcquirers',
        summary: 'List the banks, how they do, and when their certificates end',
        description: 'Nothing of how they are reached is ever shown.',
        response: { 200: Type.Object({ data: Type.Array(SeenAcquirer) }) },
      },
    },
    async () => ({ data: await listSeenAcquirers(deps, callTimes) }),
  );

  app.get(
    '/acquirers/:name',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'getAcquirer',
        summary: 'Read how a bank does, and what may be seen of its settings',
        description:
          'Of secrets, keys and certificates it says whether they are set, and of a certificate whose it is.',
        response: { 200: OneAcquirer },
      },
    },
    async (request) => {
      const name = nameIn(request);
      const seen = await readSeenAcquirer(deps, callTimes, name);
      if (!seen) throw unknownAcquirer(name);
      return seen;
    },
  );

  app.get(
    '/acquirer-kinds',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listAcquirerKinds',
        summary: 'List the kinds of banks, and what each is asked for here',
        response: { 200: Type.Object({ data: Type.Array(KindOfBank) }) },
      },
    },
    async () => ({ data: KIND_NAMES.map((kind) => kindBody(kind, deps.config.mode)) }),
  );
}

function kindBody(kind: (typeof KIND_NAMES)[number], mode: AllDeps['config']['mode']) {
  const { charges, hasWebhook, forms } = kindOf(kind);
  const all = forms(mode);
  return {
    kind,
    charges: [...charges],
    has_webhook: hasWebhook,
    has_profiles: all.length > 1,
    forms: all.map(({ profile, isReachable, fields }) => ({
      profile,
      is_reachable: isReachable,
      fields: fields.map(({ name, form, isRequired, choices }) => ({
        name,
        form,
        is_required: isRequired,
        choices: [...(choices ?? [])],
      })),
    })),
  };
}
