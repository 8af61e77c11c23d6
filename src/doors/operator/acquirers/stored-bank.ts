import type { FastifyRequest } from 'fastify';
import { refusedSetup } from '../../../gateway/bank-access/set-acquirer-by-form.ts';
import { ApiError } from '../../../ground/errors.ts';
import { type AcquirerConfig, openConfig } from '../../../rails/acquirers/acquirer-config.ts';
import { findConfig, type StoredConfig } from '../../../rails/acquirers/configs.sql.ts';
import { NAME_SHAPE } from '../../../rails/acquirers/registry.ts';
import type { AllDeps } from '../../all-deps.ts';

/** What nobody can be called is nobody's name: it never reaches the database. */
export function nameIn({ params }: FastifyRequest): string {
  const { name } = params as { name: string };
  if (!NAME_SHAPE.test(name)) throw new ApiError('ACQUIRER_NOT_FOUND', 'there is no acquirer of that name');
  return name;
}

export function unknownAcquirer(name: string): ApiError {
  return new ApiError('ACQUIRER_NOT_FOUND', `there is no acquirer ${name} that can be set up`);
}

export async function storedBank({ db }: Pick<AllDeps, 'db'>, name: string): Promise<StoredConfig> {
  const stored = await findConfig(db, name);
  if (!stored) throw unknownAcquirer(name);
  return stored;
}

export async function openedBank(deps: Pick<AllDeps, 'db' | 'destinationKeys'>, name: string): Promise<AcquirerConfig> {
  const config = openConfig(deps.destinationKeys, await storedBank(deps, name));
  if (!config) throw refusedSetup(`ACQUIRER_KEY does not open the configuration of ${name}`);
  return config;
}
