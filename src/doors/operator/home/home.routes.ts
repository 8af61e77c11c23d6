import type { FastifyInstance } from 'fastify';
import type { CallTimes } from '../../../care/telemetry/call-times.ts';
import type { AllDeps } from '../../all-deps.ts';
import { Home } from './home.schemas.ts';
import { homeOf } from './home.wire.ts';
import { createHome } from './read-home.ts';

export interface HomeParts {
  /** How acquirers answer this process; null where nobody looked. */
  callTimes: CallTimes | null;
}

export function homeRoutes(app: FastifyInstance, deps: AllDeps, { callTimes }: HomeParts): void {
  const readHome = createHome(deps);
  app.get(
    '/home',
    {
      config: { act: 'read' },
      schema: {
        tags: ['home'],
        operationId: 'getHome',
        summary: 'Read what needs somebody now, and how the day goes',
        description: 'What vintem doctor and /metrics say, at most 15 seconds old.',
        response: { 200: Home },
      },
    },
    async () => {
      const names = deps.acquirers.list().map(({ name }) => name);
      return homeOf(await readHome(), names, callTimes);
    },
  );
}
