import { saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import { type BoletoHabits, bendAbsent } from '../boletos/habits.ts';
import { type Cobranca, centsOf, dueDateOf, pixCodeOf, situationOf, situationSince, slipOf } from './inter-book.ts';

/** The answer about one charge: amounts are numbers. */
export function cobrancaToWire(cobranca: Cobranca, at: Date, habits: BoletoHabits): Record<string, unknown> {
  return toWire(cobranca, at, habits, cobranca.order.valorNominal);
}

/** An item of a list: amounts are text, and the payer is shortened. */
export function listedToWire(cobranca: Cobranca, at: Date, habits: BoletoHabits): Record<string, unknown> {
  return toWire(cobranca, at, habits, decimal(centsOf(cobranca.order.valorNominal)));
}

function toWire(
  cobranca: Cobranca,
  at: Date,
  habits: BoletoHabits,
  valorNominal: number | string,
): Record<string, unknown> {
  const { order, code, createdAt, ourNumber, txid } = cobranca;
  const { paid, situacao } = stateOf(cobranca, at);
  const slip = slipOf(cobranca, at);
  const { nome, cpfCnpj, tipoPessoa } = order.pagador;
  return bendAbsent(
    {
      cobranca: bendAbsent(
        {
          codigoSolicitacao: code,
          seuNumero: order.seuNumero,
          dataEmissao: saoPauloDateOf(createdAt),
          dataVencimento: dueDateOf(cobranca, at),
          valorNominal,
          tipoCobranca: 'SIMPLES',
          situacao,
          dataSituacao: saoPauloDateOf(situationSince(cobranca, at)),
          valorTotalRecebido: paid ? decimal(paid.amountCents) : undefined,
          origemRecebimento: paid?.by,
          motivoCancelamento: situacao === 'CANCELADO' ? 'Cancelado pelo emissor' : undefined,
          arquivada: false,
          descontos: order.desconto ? [order.desconto] : [],
          multa: order.multa,
          mora: order.mora,
          pagador: { nome, cpfCnpj, tipoPessoa },
        },
        habits,
      ),
      boleto: slip ? { nossoNumero: ourNumber, codigoBarras: slip.barcode, linhaDigitavel: slip.line } : undefined,
      pix: slip && habits.hasPix ? { txid, pixCopiaECola: pixCodeOf(cobranca) } : undefined,
    },
    habits,
  );
}

/** What a callback says: one item of its array. */
export function callbackToWire(cobranca: Cobranca, at: Date, habits: BoletoHabits): Record<string, unknown> {
  const { code, order, ourNumber, txid } = cobranca;
  const { paid, situacao } = stateOf(cobranca, at);
  const slip = slipOf(cobranca, at);
  return bendAbsent(
    {
      codigoSolicitacao: code,
      seuNumero: order.seuNumero,
      situacao,
      dataHoraSituacao: situationSince(cobranca, at).toISOString(),
      valorTotalRecebido: paid ? decimal(paid.amountCents) : undefined,
      origemRecebimento: paid?.by,
      nossoNumero: slip ? ourNumber : undefined,
      codigoBarras: slip?.barcode,
      linhaDigitavel: slip?.line,
      txid: slip && habits.hasPix ? txid : undefined,
      pixCopiaECola: slip && habits.hasPix ? pixCodeOf(cobranca) : undefined,
    },
    habits,
  );
}

function stateOf(cobranca: Cobranca, at: Date) {
  const situacao = situationOf(cobranca, at);
  // Whoever marks it says that all of it came.
  const marked = { amountCents: centsOf(cobranca.order.valorNominal), by: undefined };
  const paid = { RECEBIDO: cobranca.paid, MARCADO_RECEBIDO: marked }[situacao as 'RECEBIDO' | 'MARCADO_RECEBIDO'];
  return { situacao, paid: paid ?? null };
}

function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
