// The storefront: one page, served by Medusa itself. A real one stands apart and uses the same store API.
import { readFileSync } from 'node:fs';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';

const fileOf = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../../storefront/${name}`, import.meta.url), 'utf8');
const FILES = new Map([
  ['shop.js', 'text/javascript'],
  ['shop.css', 'text/css'],
]);

/**
 * @param {import('@medusajs/framework/http').MedusaRequest} request
 * @param {import('@medusajs/framework/http').MedusaResponse} response
 */
export async function GET(request, response) {
  const name = String(request.query['file'] ?? '');
  const type = FILES.get(name);
  if (type) {
    response.type(type).send(fileOf(name));
    return;
  }
  const { data } = await request.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'api_key',
    fields: ['token'],
    filters: { type: 'publishable' },
  });
  response.type('html').send(fileOf('index.html').replace('PUBLISHABLE_KEY', data[0].token));
}
