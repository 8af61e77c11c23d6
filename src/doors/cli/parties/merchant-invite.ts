import { inviteMerchant } from '../../../parties/people/invite-merchant.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { refuseMissingPublicUrl } from '../values.ts';

export const merchantInvite = command({
  name: 'invite',
  description: 'Make a link by which somebody begins a merchant in the browser; good for seven days, once',
  examples: ['vintem merchant invite --name Padaria --email dona@padaria.example'],
  args: {
    name: { type: 'string', required: true, description: 'name of the merchant' },
    email: { type: 'string', required: true, description: 'e-mail of the person, who logs in with it' },
  },
  async run({ name, email }) {
    refuseMissingPublicUrl();
    const { invitation, url } = await withDatabase((deps) => inviteMerchant(deps, { name, email }));
    const until = invitation.expires_at.toISOString();
    return {
      lines: [`give this link to ${invitation.email}; it is shown this once and holds until ${until}:`, url],
      json: { email: invitation.email, name: invitation.merchant_name, url, expires_at: until },
    };
  },
});
