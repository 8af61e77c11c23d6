import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { cameByDoor } from './door.ts';
import { serveApp } from './serve-app.routes.ts';

export async function serveDashboard(app: FastifyInstance, deps: Deps): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (cameByDoor(request)) throw new ApiError('ROUTE_NOT_FOUND', 'the dashboard does not stand behind its own door');
  });
  const { publicUrl: url, mode } = deps.config;
  await serveApp(app, deps, { name: 'dashboard', page: 'index.html', url, data: { mode } });
}
