import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import { hostOf } from '../../../ground/ip-address.ts';
import { sealSecret } from '../../../ground/secret-box.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { type AuditAction, type AuditDetails, bothSides } from '../../../parties/audit-log/audit-log.rules.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { findCompanyOfMerchant } from '../../../parties/companies/companies.sql.ts';
import { EVENT_KINDS } from '../../events/event-kinds.rules.ts';
import { createSecret } from '../deliveries/signature.ts';
import { checkWebhookUrl, resolveAndCheck } from '../safe-http/address-guard.ts';
import {
  countEndpointsInTurn,
  type Endpoint,
  type EndpointChange,
  findEndpointOfMerchant,
  insertEndpoint,
  lockEndpointOfMerchant,
  removeEndpointOfMerchant,
  rotateSecretOfMerchant,
  updateEndpointOfMerchant,
} from './endpoints.sql.ts';
import { shownAddress } from './shown-address.rules.ts';

const MAX_ENDPOINTS_PER_MERCHANT = 100;
/** The old secret also signs for this long after a rotation. */
const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;
/** How many old secrets may sign: each of their signatures makes the header longer. */
const MAX_PREVIOUS_SECRETS = 4;

export interface NewWebhook {
  url: string;
  events?: readonly string[] | undefined;
  company_id?: number | undefined;
  description?: string | undefined;
}

export async function registerEndpoint(
  deps: Deps & WithWebhooks,
  merchantId: number,
  webhook: NewWebhook,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await refuseBadUrl(deps, webhook.url);
  const companyId = webhook.company_id ?? null;
  if (companyId !== null && !(await findCompanyOfMerchant(deps.db, merchantId, companyId))) {
    throw new ApiError('COMPANY_NOT_FOUND', `company ${companyId} does not exist`, { field: 'company_id' });
  }
  const secret = createSecret(deps.ids.webhookSecretBytes());
  const newEndpoint = {
    merchantId,
    companyId,
    url: webhook.url,
    events: webhook.events ?? EVENT_KINDS,
    description: webhook.description ?? null,
    secretSealed: sealSecret(deps.webhooks.key, secret),
    now: await deps.clock.now(),
  };
  const endpoint = await withTransaction(deps.db, async (tx) => {
    if ((await countEndpointsInTurn(tx, merchantId)) >= MAX_ENDPOINTS_PER_MERCHANT) {
      throw new ApiError('VALIDATION_ERROR', `at most ${MAX_ENDPOINTS_PER_MERCHANT} webhooks may be registered`);
    }
    const endpoint = await insertEndpoint(tx, newEndpoint);
    const { address, events } = sidesOf(endpoint);
    const details = { host: hostOf(new URL(webhook.url)), address, events };
    await tell(deps, tx, merchantId, 'webhook.created', endpoint.id, details);
    return endpoint;
  });
  return { endpoint, secret };
}

export async function changeEndpoint(
  deps: Deps & WithWebhooks,
  merchantId: number,
  id: number,
  change: EndpointChange,
): Promise<Endpoint> {
  if (change.url !== undefined) await refuseBadUrl(deps, change.url);
  const at = { now: await deps.clock.now(), realNow: deps.clock.realNow() };
  const changed = await withTransaction(deps.db, async (tx) => {
    if (change.status !== undefined) tx.afterCommit(() => deps.poke('give-up-deliveries'));
    const before = await lockEndpointOfMerchant(tx, merchantId, id);
    const endpoint = before && (await updateEndpointOfMerchant(tx, merchantId, id, change, at));
    if (before && endpoint) {
      const details = { changed: Object.keys(change), ...bothSides(sidesOf(before), sidesOf(endpoint)) };
      await tell(deps, tx, merchantId, 'webhook.changed', id, details);
    }
    return endpoint;
  });
  return changed ?? unknownWebhook(id);
}

export async function removeEndpoint(deps: Deps, merchantId: number, id: number): Promise<void> {
  const at = { now: await deps.clock.now(), realNow: deps.clock.realNow() };
  const isRemoved = await withTransaction(deps.db, async (tx) => {
    tx.afterCommit(() => deps.poke('give-up-deliveries'));
    const before = await lockEndpointOfMerchant(tx, merchantId, id);
    if (!before || !(await removeEndpointOfMerchant(tx, merchantId, id, at))) return false;
    await tell(deps, tx, merchantId, 'webhook.removed', id, { address: shownAddress(before.url) });
    return true;
  });
  if (!isRemoved) unknownWebhook(id);
}

export async function rotateSecret(
  deps: Deps & WithWebhooks,
  merchantId: number,
  id: number,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const secret = createSecret(deps.ids.webhookSecretBytes());
  const realNow = deps.clock.realNow();
  const rotation = {
    sealed: sealSecret(deps.webhooks.key, secret),
    previousUntil: new Date(realNow.getTime() + ROTATION_OVERLAP_MS),
    realNow,
    now: await deps.clock.now(),
    maxPrevious: MAX_PREVIOUS_SECRETS,
  };
  const endpoint = await withTransaction(deps.db, async (tx) => {
    const rotated = await rotateSecretOfMerchant(tx, merchantId, id, rotation);
    if (rotated) await tell(deps, tx, merchantId, 'webhook.secret_rotated', id);
    return rotated;
  });
  if (endpoint) return { endpoint, secret };
  if (!(await findEndpointOfMerchant(deps.db, merchantId, id))) return unknownWebhook(id);
  throw new ApiError('VALIDATION_ERROR', `a secret can be rotated at most ${MAX_PREVIOUS_SECRETS} times in 24 hours`);
}

function tell(
  deps: Deps,
  tx: Tx,
  merchantId: number,
  action: AuditAction,
  id: number,
  details: AuditDetails = {},
): Promise<void> {
  return recordAudit(deps, tx, { merchantId, action, object: { kind: 'webhook', id }, details });
}

/** What is told of before and after a change. */
function sidesOf({ url, status, events }: Endpoint) {
  return { host: hostOf(new URL(url)), address: shownAddress(url), status, events: [...events] };
}

export function unknownWebhook(id: number): never {
  throw new ApiError('WEBHOOK_NOT_FOUND', `webhook ${id} does not exist`);
}

/** A name that leads to a forbidden address is refused at once. A name that does not resolve yet may resolve later. */
async function refuseBadUrl(deps: Deps & WithWebhooks, text: string): Promise<void> {
  const { allowLoopback, lookup } = deps.webhooks;
  const check = checkWebhookUrl(text, { allowLoopback });
  if (!check.ok) throw invalidField('url', check.reason);
  const resolved = await resolveAndCheck(hostOf(check.url), lookup, { allowLoopback });
  if (!resolved.ok && resolved.reason === 'refused_address')
    throw invalidField('url', 'leads to an address that is not public');
}
