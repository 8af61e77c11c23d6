import { takeSecondFactorAway } from '../../../parties/accounts/second-factors/take-second-factor-away.ts';
import { command } from '../command.ts';
import { withDatabase } from '../database.ts';

export const userRemoveOtp = command({
  name: 'remove-otp',
  description: 'Take the second factor from a user who lost the device and the recovery codes; ends all sessions',
  examples: ['vintem user remove-otp ana@loja.example'],
  args: { email: { type: 'positional', required: true, description: 'e-mail of the user' } },
  async run(args) {
    const { email } = await withDatabase((deps) => takeSecondFactorAway(deps, args.email));
    return {
      lines: [`${email} logs in with the password alone; earlier sessions are over`],
      json: { email },
    };
  },
});
