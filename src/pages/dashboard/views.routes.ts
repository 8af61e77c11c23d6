import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { isOneLine, TEXT_PROBLEMS } from '../../ground/text/visible-text.rules.ts';
import { userOf } from '../../parties/accounts/authenticate.ts';
import { MOST_VIEWS, MOST_VIEWS_OF_PAGE, saveView } from './save-view.ts';
import { listViews, removeView } from './views.sql.ts';

const MAX_NAME_LENGTH = 60;
const MAX_QUERY_LENGTH = 2_000;
const PAGE = /^[a-z-]{1,40}$/;

const View = Type.Object({
  name: Type.String(),
  query: Type.String({ description: 'query string of the page, without the question mark' }),
  updated_at: Type.String({ format: 'date-time' }),
});
const ViewParams = Type.Object({ page: Type.String(), name: Type.String() });
const ViewBody = Type.Object({
  query: Type.String({ maxLength: MAX_QUERY_LENGTH, format: 'one-line', description: 'query string of the page' }),
});

/** What a user calls a list with certain filters; each user has their own. */
export function viewRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/users/me/views/:page',
    {
      config: { permission: 'own' },
      schema: {
        tags: ['users'],
        summary: 'List the saved views of a page',
        description: 'A view is a name and the query string of a page of the dashboard, kept for each user.',
        params: Type.Object({ page: Type.String() }),
        response: { 200: Type.Object({ data: Type.Array(View) }) },
      },
    },
    async (request) => {
      const views = await listViews(deps.db, userOf(request), readPage(request.params.page));
      return { data: views.map((view) => ({ ...view, updated_at: view.updated_at.toISOString() })) };
    },
  );

  app.put(
    '/users/me/views/:page/:name',
    {
      config: { permission: 'own' },
      schema: {
        tags: ['users'],
        summary: 'Save a view, or change the one of that name',
        description: `At most ${MOST_VIEWS_OF_PAGE} for each page, and ${MOST_VIEWS} in all.`,
        params: ViewParams,
        body: ViewBody,
        response: { 200: View },
      },
    },
    async (request) => {
      const user = userOf(request);
      const [page, name] = [readPage(request.params.page), readName(request.params.name)];
      const view = await saveView(deps, user, { page, name, query: request.body.query });
      return { ...view, updated_at: view.updated_at.toISOString() };
    },
  );

  app.delete(
    '/users/me/views/:page/:name',
    {
      config: { permission: 'own' },
      schema: {
        tags: ['users'],
        summary: 'Remove a saved view',
        description: 'A name that is not there is removed already.',
        params: ViewParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { page, name } = request.params;
      await removeView(deps.db, userOf(request), readPage(page), readName(name));
      return reply.code(204).send(null);
    },
  );
}

function readPage(page: string): string {
  if (!PAGE.test(page)) throw invalidField('page', 'must be 1 to 40 small letters and hyphens');
  return page;
}

function readName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw invalidField('name', `must have 1 to ${MAX_NAME_LENGTH} characters`);
  if (!isOneLine(name)) throw invalidField('name', TEXT_PROBLEMS['one-line']);
  return name;
}
