import { readdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../ground/errors.ts';

/** They stand beside the files that they were made of, for those who can read them. */
const COMPRESSED = /\.(br|gz)$/;

/** The files of a build, which carry what they hold in their names and may be kept for good. */
export async function serveAssets(app: FastifyInstance, folder: string, prefix: string): Promise<void> {
  const files = new Set(filesIn(folder));
  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ params }) => {
      // Those that were there at the start: no address of a stranger's is looked for on the disk.
      if (!files.has((params as { '*': string })['*'])) throw new ApiError('ROUTE_NOT_FOUND', 'there is no such file');
    });
    await scope.register(fastifyStatic, {
      root: folder,
      prefix,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
    });
  });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !COMPRESSED.test(name));
  } catch (error) {
    throw new Error(`the web is not built: npm run build makes it (${(error as Error).message})`);
  }
}
