import type { Deps } from '../../../ground/deps.ts';
import { readPathId } from '../../../ground/lists/list-query.rules.ts';
import { unknownWebhook } from './change-endpoints.ts';
import { type Endpoint, findEndpointOfMerchant } from './endpoints.sql.ts';

/** The endpoint that a path names, if it is this merchant's. */
export async function endpointInPath(deps: Deps, merchantId: number, params: unknown): Promise<Endpoint> {
  const id = readPathId(params);
  return (await findEndpointOfMerchant(deps.db, merchantId, id)) ?? unknownWebhook(id);
}
