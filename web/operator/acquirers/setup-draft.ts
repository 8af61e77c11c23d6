import type { BankForm, FormField, OneAcquirer } from './acquirers.queries.ts';

/** What was typed or chosen, by the name of its field; of a file its content, as the interface takes it. */
export type Draft = Readonly<Record<string, string>>;

export type CertificateForm = 'pem' | 'pkcs12';

const OF_PEM = new Set(['certificate', 'private_key']);
const OF_PKCS12 = new Set(['pkcs12', 'pkcs12_password']);

export function asksForCertificate({ fields }: BankForm): boolean {
  return fields.some(({ name }) => name === 'pkcs12');
}

/** A certificate comes in one of two forms: the fields of the other are not asked for. */
export function fieldsIn({ fields }: BankForm, certificateForm: CertificateForm): FormField[] {
  const left = certificateForm === 'pem' ? OF_PKCS12 : OF_PEM;
  return fields.filter(({ name }) => !left.has(name));
}

/** What a form begins with: what may be seen again of what is stored. Of a text of which the end is seen, nothing. */
export function draftOf(acquirer: OneAcquirer | null, { fields }: BankForm): Draft {
  const entries = fields.flatMap(({ name }) => {
    const value = acquirer?.settings.find((setting) => setting.name === name)?.value ?? null;
    return value === null || String(value).startsWith('…') ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(entries);
}

/** Only what is another now. What was emptied is taken away, where it was seen before. */
export function bodyOf(fields: readonly FormField[], before: Draft, draft: Draft): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { name, form } of fields) {
    const value = draft[name] ?? '';
    if (value === (before[name] ?? '')) continue;
    const said = value === '' ? null : form === 'number' ? Number(value) : value;
    const [group = '', member] = name.split('.');
    body[group] = member === undefined ? said : { ...(body[group] as object | undefined), [member]: said };
  }
  return body;
}

/** What has to be filled in and is not; what is stored already may stay as it is. */
export function missingIn(fields: readonly FormField[], draft: Draft, acquirer: OneAcquirer | null): string[] {
  const isStored = (name: string) => acquirer?.settings.some((one) => one.name === name && one.is_set) ?? false;
  return fields
    .filter(({ name, is_required }) => is_required && (draft[name] ?? '').trim() === '' && !isStored(name))
    .map(({ name }) => name);
}
