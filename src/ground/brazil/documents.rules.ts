/** Federative units, in the alphabetical order of their names. */
export const UF_CODES = [
  ...['AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA'],
  ...['PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO'],
] as const;

const CPF_SHAPE = /^\d{11}$/;
/** Letters entered the CNPJ in July 2026 (IN RFB 2.229/2024); its two check digits stay digits. */
const CNPJ_SHAPE = /^[0-9A-Z]{12}\d{2}$/;
const CHECK_DIGITS = 2;
const CPF_HIGHEST_WEIGHT = 11;
const CNPJ_HIGHEST_WEIGHT = 9;
const LOWEST_WEIGHT = 2;
const CODE_OF_ZERO = 48;
const PHONE_TAIL = 4;

/** Whether a text has the shape of a CPF or CNPJ without punctuation; the check digits are not checked. */
export function isDocumentShape(text: string): boolean {
  return CPF_SHAPE.test(text) || CNPJ_SHAPE.test(text);
}

export function isCpf(text: string): boolean {
  return CPF_SHAPE.test(text) && hasCheckDigits(text, CPF_HIGHEST_WEIGHT);
}

export function isCnpj(text: string): boolean {
  return CNPJ_SHAPE.test(text) && hasCheckDigits(text, CNPJ_HIGHEST_WEIGHT);
}

export function isDocument(text: string): boolean {
  return isCpf(text) || isCnpj(text);
}

/** `529.982.247-25` or `11.222.333/0001-81`; a text of neither shape is returned unchanged. */
export function formatDocument(text: string): string {
  if (CPF_SHAPE.test(text)) return `${text.slice(0, 3)}.${text.slice(3, 6)}.${text.slice(6, 9)}-${text.slice(9)}`;
  if (!CNPJ_SHAPE.test(text)) return text;
  return `${text.slice(0, 2)}.${text.slice(2, 5)}.${text.slice(5, 8)}/${text.slice(8, 12)}-${text.slice(12)}`;
}

/** `***.982.247-**` or `**.222.333/****-**`; a text of neither shape is hidden whole. */
export function maskDocument(text: string): string {
  if (CPF_SHAPE.test(text)) return `***.${text.slice(3, 6)}.${text.slice(6, 9)}-**`;
  if (!CNPJ_SHAPE.test(text)) return '*'.repeat(text.length);
  return `**.${text.slice(2, 5)}.${text.slice(5, 8)}/****-**`;
}

export interface PhoneParts {
  countryCode: string;
  areaCode: string;
  number: string;
}

/** `+55 (11) 98765-4321`; the hyphen always stands before the last four digits. */
export function formatPhone(phone: PhoneParts): string {
  const area = phone.areaCode === '' ? '' : `(${phone.areaCode}) `;
  const country = phone.countryCode === '' ? '' : `+${phone.countryCode} `;
  if (phone.number.length <= PHONE_TAIL + 1) return country + area + phone.number;
  return `${country}${area}${phone.number.slice(0, -PHONE_TAIL)}-${phone.number.slice(-PHONE_TAIL)}`;
}

function hasCheckDigits(text: string, highestWeight: number): boolean {
  // Numbers such as 111.111.111-11 satisfy the arithmetic and are not issued.
  if (/^(.)\1*$/.test(text)) return false;
  const base = text.slice(0, -CHECK_DIGITS);
  const first = checkDigit(base, highestWeight);
  return text === base + first + checkDigit(base + first, highestWeight);
}

function checkDigit(text: string, highestWeight: number): string {
  let sum = 0;
  let weight = LOWEST_WEIGHT;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    sum += (text.charCodeAt(index) - CODE_OF_ZERO) * weight;
    weight = weight === highestWeight ? LOWEST_WEIGHT : weight + 1;
  }
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}
