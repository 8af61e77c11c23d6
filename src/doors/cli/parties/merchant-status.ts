import type { CommandDef } from 'citty';
import { changeMerchantStatus } from '../../../parties/merchants/change-merchant-status.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { readId } from '../values.ts';

function statusCommand(name: string, description: string, status: 'ACTIVE' | 'INACTIVE'): CommandDef {
  return command({
    name,
    description,
    examples: [`vintem merchant ${name} 3`],
    args: { id: { type: 'positional', required: true, description: 'id of the merchant' } },
    async run(args) {
      const merchantId = readId('the merchant', args.id);
      await withDatabase((deps) => changeMerchantStatus(deps, merchantId, status));
      return { lines: [`merchant ${merchantId} is ${status}`], json: { merchant_id: merchantId, status } };
    },
  });
}

export const merchantActivate = statusCommand('activate', 'Let a merchant log in again', 'ACTIVE');
export const merchantDeactivate = statusCommand(
  'deactivate',
  'End the sessions of a merchant and refuse its logins',
  'INACTIVE',
);
