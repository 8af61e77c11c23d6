import { Type } from 'typebox';
import { FIELD_FORMS } from '../../../rails/acquirers/bank-form.rules.ts';
import { CHECKED } from '../../../rails/acquirers/check-step.rules.ts';
import { KIND_NAMES } from '../../../rails/kind-names.rules.ts';
import { REASON } from '../reason.schemas.ts';

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const isoTime = Type.String({ format: 'date-time' });
const Kind = Type.Enum([...KIND_NAMES]);

export const SeenAcquirer = Type.Object({
  name: Type.String(),
  kind: orNull(Type.String({ description: 'null: the sandbox’s own' })),
  profile: orNull(Type.String()),
  updated_at: orNull(isoTime),
  is_usable: Type.Boolean({ description: 'false: its stored configuration cannot be opened, or not by this release' }),
  is_starting: Type.Boolean({ description: 'stored a moment ago, and not used by this process yet' }),
  answers: orNull(Type.Boolean({ description: 'whether it answered just now; null: it cannot be used' })),
  charges: Type.Array(Type.String(), { description: 'pix, invoice' }),
  refunds: Type.Boolean(),
  payouts: Type.Boolean(),
  open_circuits: Type.Array(Type.String(), { description: 'calls that this process spares it for now' }),
  companies: Type.Integer({ description: 'establishments that charge through it' }),
  certificate: orNull(Type.Object({ subject: orNull(Type.String()), not_after: orNull(isoTime) })),
  calls: orNull(
    Type.Object({
      count: Type.Integer(),
      unanswered: Type.Integer(),
      p50_ms: orNull(Type.Integer()),
      p95_ms: orNull(Type.Integer()),
    }),
  ),
});

const Setting = Type.Object({
  name: Type.String(),
  is_set: Type.Boolean(),
  value: orNull(Type.Union([Type.String(), Type.Integer()], { description: 'null: not set, or never shown again' })),
});

export const OneAcquirer = Type.Object({
  ...SeenAcquirer.properties,
  settings: Type.Array(Setting, { description: 'secrets and contents say only whether they are set' }),
  by_command_line: Type.Array(Type.String(), { description: 'what else is set, which only the command line changes' }),
  has_webhook: Type.Boolean({ description: 'whether such a bank calls back' }),
});

export const KindOfBank = Type.Object({
  kind: Kind,
  charges: Type.Array(Type.String()),
  has_webhook: Type.Boolean(),
  has_profiles: Type.Boolean(),
  forms: Type.Array(
    Type.Object({
      profile: Type.String(),
      is_reachable: Type.Boolean({ description: 'false: its address can be set only by the command line' }),
      fields: Type.Array(
        Type.Object({
          name: Type.String(),
          form: Type.Enum([...FIELD_FORMS]),
          is_required: Type.Boolean(),
          choices: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
});

const MAX_LINE = 500;
const MAX_CONTENT = 64 * 1024;
const text = (description: string) =>
  Type.Optional(orNull(Type.String({ maxLength: MAX_LINE, format: 'one-line', description })));
const content = (description: string) =>
  Type.Optional(orNull(Type.String({ maxLength: MAX_CONTENT, format: 'plain-text', description })));
const sequence = Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }));

/** As the file of `vintem acquirer set`, with contents in place of paths, and without addresses and folders. */
const MEMBERS = {
  profile: Type.Optional(Type.String({ maxLength: MAX_LINE, format: 'one-line' })),
  client_id: text('stored encrypted; only its end is shown again'),
  client_secret: text('stored encrypted, and never shown again'),
  certificate: content('PEM, with its chain; stored encrypted'),
  private_key: content('PEM; stored encrypted, and never shown again'),
  pkcs12: Type.Optional(
    Type.String({
      maxLength: 2 * MAX_CONTENT,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'a PKCS#12 file in base64, in place of certificate and private_key',
    }),
  ),
  pkcs12_password: Type.Optional(Type.String({ maxLength: MAX_LINE, description: 'never stored' })),
  ca: content('PEM: whom to believe to be the bank, where public authorities do not know it'),
  pix_key: text('only its end is shown again'),
  app_key: text('only its end is shown again'),
  account: text('digits; of the kind manual, what you call the account you pay from'),
  client_number: text('sicoob-cobranca'),
  account_number: text('sicoob-cobranca'),
  scopes: text('sicoob-cobranca'),
  beneficiary: Type.Optional(
    Type.Object({
      name: text('as slips show it'),
      document: text('CPF or CNPJ; only its end is shown again'),
      address: text('in one line'),
    }),
  ),
  branch: text('without the check digit'),
  branch_digit: text('one digit, X or P'),
  account_digit: text('one digit, X or P'),
  agreement: text('the convênio'),
  wallet: text('the carteira'),
  our_number_first: sequence,
  our_number_last: sequence,
  variation: text('Banco do Brasil'),
  transmission_code: text('Santander'),
  cooperative: text('Sicoob and Sicredi'),
  post: text('Sicredi'),
  byte: text('Sicredi'),
  client: text('Sicoob and Itaú'),
  payment_place: text('what slips say of where to pay'),
};

/** What `null` takes away. */
export const CLEARABLE = [...Object.keys(MEMBERS), 'beneficiary.address'];

export const NewAcquirerBody = Type.Object({
  name: Type.String({ maxLength: 40, description: 'lower case letters, digits and hyphens; it never changes' }),
  kind: Kind,
  ...MEMBERS,
  reason: REASON,
});

export const AcquirerChangeBody = Type.Object({ ...MEMBERS, reason: REASON });

/** The data of each message of a check. */
export const CheckMessage = Type.Object({
  outcome: Type.Enum(['good', 'warning', 'failed', 'done']),
  step: Type.Optional(Type.Enum([...CHECKED])),
  says: Type.Optional(Type.String()),
});
