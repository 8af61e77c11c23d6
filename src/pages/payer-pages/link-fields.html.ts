import type { LinkMethod, PaymentLink } from '../../gateway/payment-links/payment-links.rules.ts';
import { UF_CODES } from '../../ground/brazil/documents.rules.ts';
import { type Html, html } from '../../ground/text/html.rules.ts';
import type { Language } from './formats.rules.ts';
import { type LinkField, type LinkProblems, type LinkValues, needsAddress, type Problem } from './link-form.rules.ts';
import type { LinkTexts } from './link-texts.pt-br.ts';

/** What every field is written from. */
export interface FormParts {
  texts: LinkTexts;
  values: LinkValues;
  problems: LinkProblems;
  language: Language;
}

interface FieldOptions {
  label?: string;
  type?: string;
  autocomplete?: string;
  inputmode?: string;
  hint?: string;
  maxlength?: number;
  min?: number;
  max?: number;
  isOptional?: boolean;
}

export function problemOf(texts: LinkTexts, name: LinkField, problem: Problem | undefined): string | null {
  return problem ? texts[problem][name] : null;
}

/** A label, its input, what is expected and what is wrong; the first that is wrong has the cursor. */
export function field(parts: FormParts, name: LinkField, options: FieldOptions = {}): Html {
  const { type = 'text', autocomplete = 'off', inputmode, hint, maxlength, min, max, isOptional } = options;
  return html`<div class="field">
<label for="${name}">${options.label ?? parts.texts.fields[name]}</label>
<input id="${name}" name="${name}" type="${type}" value="${parts.values[name] ?? ''}" autocomplete="${autocomplete}"
  ${inputmode && html`inputmode="${inputmode}"`} ${maxlength && html`maxlength="${maxlength}"`}
  ${min !== undefined && html`min="${min}"`} ${max !== undefined && html`max="${max}"`}
  ${!isOptional && 'required'} ${stateOf(parts, name, hint !== undefined)}>
${notesOf(parts, name, hint)}
</div>`;
}

function stateOf({ problems }: FormParts, name: LinkField, hasHint: boolean): Html {
  const isWrong = problems[name] !== undefined;
  const notes = [isWrong && `${name}-problem`, hasHint && `${name}-hint`].filter((note) => note !== false);
  return html`${isWrong && html`aria-invalid="true"`} ${notes.length > 0 && html`aria-describedby="${notes.join(' ')}"`}
  ${Object.keys(problems)[0] === name && 'autofocus'}`;
}

function notesOf({ texts, problems }: FormParts, name: LinkField, hint: string | undefined): Html {
  const problem = problemOf(texts, name, problems[name]);
  return html`${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}`;
}

/** Where there is no choice, nothing is asked. */
export function methodFields(parts: FormParts, methods: readonly LinkMethod[]): Html | null {
  const { texts, values } = parts;
  if (methods.length < 2) return null;
  const chosen = values.method ?? methods[0];
  const choices = methods.map(
    (method) => html`<label class="choice"><input type="radio" id="${method === methods[0] ? 'method' : method}"
  name="method" value="${method}" ${chosen === method && 'checked'}>
<span><b>${texts.methods[method].name}</b> <small>${texts.methods[method].hint}</small></span></label>`,
  );
  return html`<fieldset><legend>${texts.howToPay}</legend>
<div class="choices">${choices}</div>
${notesOf(parts, 'method', undefined)}
</fieldset>`;
}

/** Shown while a method that needs it is chosen, by style alone; where that is not understood, always. */
export function addressFields(parts: FormParts, link: PaymentLink): Html | null {
  const { texts, values } = parts;
  const needing = link.methods.filter((method) => needsAddress(link, method));
  if (needing.length === 0) return null;
  const isConditional = needing.length < link.methods.length;
  const options = UF_CODES.map(
    (code) => html`<option ${values.state?.toUpperCase() === code && 'selected'}>${code}</option>`,
  );
  return html`<fieldset class="address${isConditional && ' for-boleto'}"><legend>${texts.address}</legend>
${isConditional && html`<p class="hint">${texts.addressForBoleto}</p>`}
${field(parts, 'zip_code', { autocomplete: 'postal-code', inputmode: 'numeric', maxlength: 9 })}
${field(parts, 'line_1', { autocomplete: 'address-line1', maxlength: 200 })}
${field(parts, 'line_2', { autocomplete: 'address-line2', maxlength: 200, isOptional: true })}
<div class="pair">
${field(parts, 'city', { autocomplete: 'address-level2', maxlength: 120 })}
<div class="field"><label for="state">${texts.fields.state}</label>
<select id="state" name="state" autocomplete="address-level1" required ${stateOf(parts, 'state', false)}>
<option value="">${texts.chooseState}</option>${options}</select>
${notesOf(parts, 'state', undefined)}</div>
</div>
</fieldset>`;
}
