import './link-form.css';
import { formatDocument } from '../../src/ground/brazil/documents.rules.ts';

/** What the form of a link does beyond being sent: it adds up, and writes numbers as people are used to see them. */

const form = document.querySelector<HTMLFormElement>('[data-link-form]');
const language = document.documentElement.lang;
const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });

function showTotal(): void {
  const total = document.querySelector<HTMLElement>('[data-total]');
  const quantity = form?.elements.namedItem('quantity');
  if (!total || !(quantity instanceof HTMLInputElement)) return;
  const units = quantity.valueAsNumber;
  if (!Number.isInteger(units) || units < Number(quantity.min) || units > Number(quantity.max)) return;
  total.textContent = money.format((Number(total.dataset['each']) * units + Number(total.dataset['shipping'])) / 100);
}

/** Only when the field is left: nothing moves under the cursor. */
const FORMATS: Record<string, (text: string) => string> = {
  document: (text) => formatDocument(text.replaceAll(/[\s./-]/g, '').toUpperCase()),
  phone: (text) => text.replaceAll(/\D/g, '').replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3'),
  zip_code: (text) => text.replace(/^(\d{5})(\d{3})$/, '$1-$2'),
};

form?.addEventListener('focusout', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const write = FORMATS[target.name];
  if (write && target.value.trim() !== '') target.value = write(target.value.trim());
});
form?.addEventListener('input', ({ target }) => {
  showTotal();
  if (!(target instanceof HTMLInputElement)) return;
  // One amount or the other: what is written wins, so the mark must not claim otherwise.
  if (target.name === 'amount' && target.value !== '')
    for (const chosen of form.querySelectorAll<HTMLInputElement>('[name=suggested]')) chosen.checked = false;
  const written = form.elements.namedItem('amount');
  if (target.name === 'suggested' && written instanceof HTMLInputElement) written.value = '';
});
/** A second click would do no harm, the form has its key; but it looks as if nothing happened. */
form?.addEventListener('submit', () => form.classList.add('sent'));
addEventListener('pageshow', () => {
  form?.classList.remove('sent');
  showTotal();
});
