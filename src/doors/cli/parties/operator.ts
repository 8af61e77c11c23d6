import { checkEmail } from '../../../parties/accounts/account.rules.ts';
import { normalizeEmail } from '../../../parties/accounts/log-in.ts';
import { makeResetLink } from '../../../parties/accounts/passwords/make-reset-link.ts';
import { findActiveUserByEmail, findUserByEmail } from '../../../parties/accounts/users.sql.ts';
import { changeOperator } from '../../../parties/operators/change-operator.ts';
import { inviteOperator } from '../../../parties/operators/invite-operator.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../parties/operators/operator-acts.rules.ts';
import { listOperators } from '../../../parties/operators/operators.ts';
import { CliError, command, group } from '../command.ts';
import { withDatabase } from '../database.ts';
import { refuseMissingPublicUrl } from '../values.ts';
import { operatorToken } from './operator-token.ts';

const email = { type: 'positional', required: true, description: 'e-mail of the operator' } as const;

const invite = command({
  name: 'invite',
  description: 'Make a link by which somebody becomes an operator of the console; good for seven days, once',
  examples: ['vintem operator invite ana@plataforma.example --role ADMIN'],
  args: {
    email: { type: 'positional', required: true, description: 'e-mail of the person, who logs in with it' },
    role: { type: 'enum', options: [...OPERATOR_ROLES], required: true, description: 'what they may do' },
    name: { type: 'string', description: 'name, to begin with' },
  },
  async run({ email, role, name }) {
    refuseMissingPublicUrl();
    const wanted = { email, role: role as OperatorRole, ...(name === undefined ? {} : { name }) };
    const { invitation, url } = await withDatabase((deps) => inviteOperator(deps, null, wanted));
    const until = invitation.expires_at.toISOString();
    return {
      lines: [`give this link to ${invitation.email}; it is shown this once and holds until ${until}:`, url],
      json: { email: invitation.email, role: wanted.role, url, expires_at: until },
    };
  },
});

const list = command({
  name: 'list',
  description: 'List who runs the installation, and what they may do',
  examples: ['vintem operator list'],
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const operators = await listOperators(db);
      const lines = operators.map(
        (one) =>
          `operator ${one.id} | ${one.name} | ${one.email} | ${one.role} | ${one.status}` +
          `${one.second_factor ? ' | second factor' : ''}`,
      );
      return { lines: lines.length > 0 ? lines : ['there is none: vintem operator invite'], json: operators };
    }),
});

const deactivate = command({
  name: 'deactivate',
  description: 'Shut an operator out: sessions, links, invitations and tokens of theirs end',
  examples: ['vintem operator deactivate ana@plataforma.example'],
  args: { email },
  async run(args) {
    const address = readEmail(args.email);
    const changed = await withDatabase(async (deps) => {
      const found = await findUserByEmail(deps.db, address, 'console');
      if (!found) throw new CliError(`${address} does not belong to any operator`);
      return changeOperator(deps, null, found.id, { status: 'INACTIVE' });
    });
    return { lines: [`${changed.email} is ${changed.status}`], json: { email: changed.email, status: changed.status } };
  },
});

const resetLink = command({
  name: 'reset-link',
  description: 'Make a link by which an operator chooses another password; good for an hour, once',
  examples: ['vintem operator reset-link ana@plataforma.example'],
  args: { email },
  async run(args) {
    refuseMissingPublicUrl();
    const address = readEmail(args.email);
    const { url, expiresAt } = await withDatabase(async (deps) => {
      const user = await findActiveUserByEmail(deps.db, address, 'console');
      if (!user) throw new CliError(`${address} does not belong to any active operator`);
      return makeResetLink(deps, deps.db, user);
    });
    const until = expiresAt.toISOString();
    return {
      lines: [`give this link to ${address}; it is shown this once and holds until ${until}:`, url],
      json: { email: address, url, expires_at: until },
    };
  },
});

function readEmail(text: string): string {
  const address = normalizeEmail(text);
  checkEmail(address);
  return address;
}

export const operator = group(
  { name: 'operator', description: 'People who run the installation, and their programs' },
  { invite, list, deactivate, 'reset-link': resetLink, token: operatorToken },
);
