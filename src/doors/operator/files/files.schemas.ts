import { Type } from 'typebox';
import { invalidField } from '../../../ground/errors.ts';
import { listOf, PAGING, readBy } from '../../../ground/lists/lists.schemas.ts';
import { MOVEMENT_KINDS } from '../../../rails/cnab240/layout/movement-kinds.rules.ts';
import { DOINGS, REMARKS } from '../../../rails/cnab240/retornos/plan.rules.ts';
import { TITLE_STATUSES } from '../../../rails/cnab240/stored-title.rules.ts';

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const isoTime = Type.String({ format: 'date-time' });
const day = Type.String({ format: 'date' });
const cents = Type.Integer({ description: 'cents' });
const count = Type.Integer();
const counted = Type.Object({ count, amount: cents });

export const BankAccounts = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      profile: Type.String({ description: 'the bank' }),
      waiting: Type.Integer({ description: 'what the next remessa would carry' }),
      waiting_since: orNull(isoTime),
      has_outbox: Type.Boolean({ description: 'remessas go into a folder by themselves' }),
      has_inbox: Type.Boolean({ description: 'retornos are taken from a folder by themselves' }),
      send_at: orNull(Type.String({ description: 'HH:MM in São Paulo, on business days' })),
      is_behind_restore: Type.Boolean({ description: 'nothing is sent until vintem cnab resume' }),
      numbers_left: Type.Integer({ description: 'of the range of nosso número' }),
    }),
  ),
});

const DIRECTIONS = ['remessa', 'retorno'] as const;

export const FilesQuery = Type.Object({ ...PAGING, direction: Type.Optional(Type.Enum([...DIRECTIONS])) });

export const BankFile = Type.Object({
  id: Type.Integer(),
  direction: Type.Enum([...DIRECTIONS]),
  number: Type.Integer({ description: 'the NSA: ours of a remessa, the bank’s of a retorno' }),
  day: Type.String({ format: 'date', description: 'of the file, as its header says' }),
  titles: Type.Integer(),
  amount: Type.Integer({ description: 'cents: of a remessa what its titles are worth, of a retorno what was paid' }),
  bytes: Type.Integer(),
  sha256: Type.String(),
  stored_at: isoTime,
});
export const BankFiles = listOf(
  Type.Object({
    ...BankFile.properties,
    is_kept: Type.Boolean({ description: 'false: its content was forgotten after 180 days' }),
  }),
);

export const SentRemessa = Type.Object({
  file: orNull(BankFile),
  goes_to_outbox: Type.Boolean({ description: 'false: download it and bring it to the bank' }),
  set_aside: Type.Array(Type.Object({ our_number: Type.String(), movement: Type.String(), why: Type.String() }), {
    description: 'what still waits, because no file can carry it',
  }),
});

const Outcome = {
  kinds: Type.Partial(Type.Record(Type.Enum([...MOVEMENT_KINDS]), count), {
    description: 'pairs of records that never came before, by what they mean',
  }),
  does: Type.Object(
    { changes_title: count, keeps_receipt: count, books_fee: count, nothing: count, came_before: count },
    { description: 'all pairs of records, by what they do' },
  ),
  paid: counted,
  fees: Type.Object(counted.properties, { description: 'what the bank takes for itself' }),
  unknown: Type.Object(counted.properties, { description: 'money of no boleto of ours, kept for an operator' }),
  missing: orNull(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
};

const PreviewedLine = Type.Object({
  line: Type.Integer(),
  code: Type.String({ description: 'the bank’s own' }),
  kind: Type.Enum([...MOVEMENT_KINDS]),
  does: Type.Enum([...DOINGS]),
  our_number: orNull(Type.String()),
  transaction_id: orNull(Type.Integer()),
  status_before: orNull(Type.Enum([...TITLE_STATUSES])),
  status_after: orNull(Type.Enum([...TITLE_STATUSES])),
  paid: cents,
  fine: orNull(Type.Integer({ description: 'cents, as the transaction will book it; null: no payment of a boleto' })),
  interest: orNull(Type.Integer()),
  discount: orNull(Type.Integer()),
  is_explained: orNull(Type.Boolean({ description: 'false: no terms explain the sum, which becomes a divergence' })),
  fee: cents,
  paid_on: orNull(day),
  credit_on: orNull(day),
  reason: orNull(Type.String({ description: 'why the bank refuses, in Portuguese' })),
  remark: orNull(Type.Enum([...REMARKS])),
});

export const RetornoPreview = Type.Object({
  plan: Type.String({ description: 'give it back to apply exactly this' }),
  is_known: Type.Boolean({ description: 'the same file was applied before: nothing changes' }),
  number: Type.Integer(),
  day,
  titles: Type.Integer(),
  sha256: Type.String(),
  ...Outcome,
  booked: Type.Object({
    fine: cents,
    interest: cents,
    discount: cents,
    unexplained: Type.Integer({ description: 'sums that no terms explain' }),
  }),
  remarks: Type.Integer({ description: 'lines that a person should read' }),
  listed: Type.Array(
    Type.Object({
      line: Type.Integer(),
      code: Type.String(),
      our_number: orNull(Type.String()),
      remark: Type.Enum([...REMARKS]),
      why: Type.String(),
    }),
    { description: 'the first thousand of them' },
  ),
  lines: Type.Array(PreviewedLine),
  has_more: Type.Boolean({ description: 'there are lines after these: ask with after' }),
});

export const PreviewQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999, description: 'shows the lines after this one' })),
});

function readPlan(text: string, name: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw invalidField(name, 'must be the plan of a preview');
  return text;
}

export const ReceiveQuery = Type.Object({
  plan: Type.Optional(readBy(readPlan, { type: 'string', description: 'of the preview that somebody has seen' })),
});

export const ReceivedRetorno = Type.Object({
  file: orNull(Type.Object(BankFile.properties, { description: 'null: the same file was applied before' })),
  outcome: orNull(Type.Object(Outcome)),
});
