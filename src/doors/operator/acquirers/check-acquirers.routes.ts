import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callbackUrlOf } from '../../../gateway/bank-access/callback-url.ts';
import { registerWebhook } from '../../../gateway/bank-access/register-webhook.ts';
import { inFormWords } from '../../../gateway/bank-access/set-acquirer-by-form.ts';
import { openEventStream } from '../../../ground/streams/event-stream.ts';
import { kindOf } from '../../../rails/kinds.ts';
import type { AllDeps } from '../../all-deps.ts';
import { CheckMessage } from './acquirers.schemas.ts';
import type { BankTurns } from './bank-turns.ts';
import { nameIn, openedBank } from './stored-bank.ts';
import { tellSteps } from './tell-steps.ts';

const tags = ['acquirers'];

/** What asks a bank: `vintem acquirer check` and `register-webhook`. */
export function checkAcquirerRoutes(app: FastifyInstance, deps: AllDeps, turns: BankTurns): void {
  app.post(
    '/acquirers/:name/check',
    {
      // It changes nothing, here or at the bank.
      config: { act: 'files', isWithoutPassword: true, isStream: true },
      schema: {
        tags,
        operationId: 'checkAcquirer',
        summary: 'Try everything that payments need of a bank, and follow it step by step',
        description:
          'A message `step` for each thing that was tried, as it happens: good or a warning. The last is done or ' +
          'failed. One check of a bank at a time, and at most a minute.',
        response: {
          200: {
            description: 'The data of each message `step`',
            content: { 'text/event-stream': { schema: CheckMessage } },
          },
        },
      },
    },
    async (request, reply) => {
      const bank = await openedBank(deps, nameIn(request));
      const giveBack = turns.take(bank.name, request);
      const stream = openEventStream();
      const steps = kindOf(bank.kind).check(bank, callbackUrlOf(deps.config, bank));
      void tellSteps(steps, stream)
        .catch((error) => request.log.error({ err: error }, 'the check of a bank failed'))
        .finally(giveBack);
      return stream.sendBy(reply);
    },
  );

  app.post(
    '/acquirers/:name/webhook',
    {
      config: { act: 'acquirers' },
      schema: {
        tags,
        operationId: 'registerAcquirerWebhook',
        summary: 'Tell a bank where to send its callbacks',
        response: { 200: Type.Object({ origin: Type.String({ description: 'where it calls' }) }) },
      },
    },
    async (request) => {
      const bank = await openedBank(deps, nameIn(request));
      const register = () => inFormWords(() => registerWebhook(deps, deps.config.mode, bank));
      const { origin } = await turns.during(bank.name, request, register);
      return { origin };
    },
  );
}
