import type { BankForm, Members } from '../../rails/acquirers/bank-form.rules.ts';

/**
 * Where to connect, and which files and folders of the server to use: whoever may say that can make the service read
 * its own disk, or call whatever its network reaches. Only whoever has the machine may.
 */
export const COMMAND_LINE_ONLY: readonly string[] = [
  'base_url',
  'token_url',
  'certificate_file',
  'private_key_file',
  'ca_file',
  'pkcs12_file',
  'inbox',
  'outbox',
  'send_at',
];

/** What a file names by a path and a form brings by its content. What comes as PKCS#12 becomes the first two. */
const CONTENT_OF: ReadonlyMap<string, string> = new Map([
  ['certificate', 'certificate_file'],
  ['private_key', 'private_key_file'],
  ['ca', 'ca_file'],
]);
const FORM_NAME_OF = new Map([...CONTENT_OF].map(([name, member]) => [member, name]));

/** What whoever has the machine said besides what a form can, by its name alone. */
export function saidElsewhere(members: Members): string[] {
  return COMMAND_LINE_ONLY.filter((name) => !name.endsWith('_file') && members[name] !== undefined);
}

export interface FieldProblem {
  field: string;
  says: string;
}

/** The first thing that a form may not say; null: all of it may be looked at. */
export function namingProblem(given: Members, { profile, fields }: BankForm): FieldProblem | null {
  const known = new Set(fields.map(({ name }) => name.split('.')[0]));
  for (const field of Object.keys(given)) {
    if (COMMAND_LINE_ONLY.includes(field)) return { field, says: 'can be set only by the command line' };
    if (!known.has(field)) return { field, says: `has no meaning for ${profile}` };
  }
  return null;
}

/**
 * What is stored, and what was said in its place. Null takes away; what was not mentioned stays, whoever said it.
 */
export function membersAfter(stored: Members, given: Members): Members {
  const after = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(given)) {
    const member = CONTENT_OF.get(name) ?? name;
    if (value === null) after.delete(member);
    else after.set(member, isGroup(value) ? groupAfter(after.get(member), value) : value);
  }
  return Object.fromEntries(after);
}

function groupAfter(stored: unknown, given: Members): Members {
  const after = Object.entries({ ...(isGroup(stored) ? stored : {}), ...given });
  return Object.fromEntries(after.filter(([, value]) => value !== null));
}

function isGroup(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As a file would say it that stands in a folder with the others, and their contents by the member that names them. */
export function asFile(kind: string, members: Members): { text: string; contents: ReadonlyMap<string, string> } {
  const contents = new Map<string, string>();
  const said = Object.entries(members).map(([member, value]) => {
    if (!FORM_NAME_OF.has(member)) return [member, value];
    contents.set(member, String(value));
    return [member, member];
  });
  return { text: JSON.stringify({ kind, ...Object.fromEntries(said) }), contents };
}

/** What is wrong with a member of the file, in the words of the form. */
export function formProblem(member: string, message: string): FieldProblem {
  if (member === 'base_url' || member === 'token_url')
    return {
      field: 'profile',
      says: `has no address of its own here: it can be set only by the command line (${member})`,
    };
  const field = FORM_NAME_OF.get(member) ?? member;
  const about = message.startsWith(`${member} `) ? message.slice(member.length + 1) : `is wrong: ${message}`;
  return { field, says: about.replaceAll(/\b(certificate|private_key|ca|pkcs12)_file\b/g, '$1') };
}
