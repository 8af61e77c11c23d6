/** How a bank words its errors; one may have several ways. */
export type ErrorStyle = 'problem' | 'titled' | 'erros' | 'mensagens' | 'nome' | 'statusCode';

/** An error that the bank itself has worded; what a proxy in between says is none. */
export interface Problem {
  /** The last part of Bacen's `type`, such as `CobNaoEncontrado`, or the bank's own name of it; null: it has none. */
  type: string | null;
  /** For the log and the operator: nothing of the payer, the key or an account. */
  reason: string;
}

const MAX_REASON = 300;
const MAX_VIOLATIONS = 10;
/** Documents, phones and accounts are digits, and keys may be e-mails or UUIDs. */
const PERSONAL = /[^\s@"']+@[^\s@"']+|[0-9a-f]{8}-[0-9a-f-]{27}|\d[\d.\-/() ]{4,}\d/gi;

/** Null unless it is an error in one of the styles that this bank has. */
export function readProblem(body: unknown, styles: readonly ErrorStyle[]): Problem | null {
  if (!isRecord(body)) return null;
  for (const style of styles) {
    const problem = READERS[style](body);
    if (problem) return { ...problem, reason: withoutPersonalData(problem.reason) };
  }
  return null;
}

const READERS: Record<ErrorStyle, (body: Record<string, unknown>) => Problem | null> = {
  problem(body) {
    const { type, title, detail } = body;
    if (typeof type !== 'string' || (typeof title !== 'string' && typeof detail !== 'string')) return null;
    const name = type.split('/').at(-1) ?? type;
    const said = [title, detail].filter((text) => typeof text === 'string').join(': ');
    return { type: name, reason: [name, said, ...violationsIn(body['violacoes'])].filter(Boolean).join('; ') };
  },
  titled({ title, detail, violacoes }) {
    if (typeof title !== 'string') return null;
    const said = [title, detail].filter((text) => typeof text === 'string').join(': ');
    return { type: null, reason: [said, ...violationsIn(violacoes)].filter(Boolean).join('; ') };
  },
  erros: ({ erros }) => listed(erros),
  mensagens: ({ mensagens }) => listed(mensagens),
  nome({ nome, mensagem }) {
    if (typeof nome !== 'string') return null;
    return { type: nome, reason: [nome, mensagem].filter(isShown).join(': ') };
  },
  statusCode({ statusCode, error, message }) {
    if (typeof statusCode !== 'number') return null;
    return { type: null, reason: [statusCode, error, message].filter(isShown).join(' ') };
  },
};

function listed(errors: unknown): Problem | null {
  if (!Array.isArray(errors) || errors.length === 0) return null;
  const said = errors.slice(0, MAX_VIOLATIONS).filter(isRecord);
  return {
    type: null,
    reason: said.map(({ codigo, mensagem }) => [codigo, mensagem].filter(isShown).join(' ')).join('; '),
  };
}

/** The property and what is wrong with it, never the value that was sent. */
function violationsIn(violations: unknown): string[] {
  if (!Array.isArray(violations)) return [];
  return violations
    .slice(0, MAX_VIOLATIONS)
    .filter(isRecord)
    .map(({ propriedade, razao }) => [propriedade, razao].filter(isShown).join(': '));
}

export function withoutPersonalData(text: string): string {
  return text.replaceAll(PERSONAL, '…').slice(0, MAX_REASON);
}

function isShown(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
