import { addDays, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import { type BoletoHabits, bendAbsent } from '../boletos/habits.ts';
import { centsOf, linesOf, pixCodeOf, type Slip, situationOf } from './sicoob-book.ts';

const FEE = 1.5;

/** The answer to an order. */
export function slipToWire(slip: Slip, habits: BoletoHabits): Record<string, unknown> {
  const { barcode, line } = linesOf(slip);
  const { order, number, dueDate, limit } = slip;
  return bendAbsent(
    {
      ...order,
      dataVencimento: dueDate,
      dataLimitePagamento: limit,
      nossoNumero: number,
      codigoBarras: barcode,
      linhaDigitavel: line,
      qrCode: habits.hasPix ? pixCodeOf(slip) : undefined,
      pdfBoleto: undefined,
      descricaoRejeicaoPix: habits.hasPix ? undefined : 'Conta sem chave PIX.',
    },
    habits,
  );
}

/** The answer to a question: how it stands, and not what it brought. */
export function shownToWire(slip: Slip, at: Date, habits: BoletoHabits): Record<string, unknown> {
  const past = (when: Date, descricaoHistorico: string, tipoHistorico: number) => ({
    dataHistorico: saoPauloDateOf(when),
    tipoHistorico,
    descricaoHistorico,
  });
  const { createdAt, writtenOffAt, paid } = slip;
  return {
    ...slipToWire(slip, habits),
    situacaoBoleto: situationOf(slip, at),
    listaHistorico: [
      past(createdAt, 'ENTRADA', 1),
      ...(writtenOffAt && writtenOffAt <= at ? [past(writtenOffAt, 'BAIXA', 9)] : []),
      ...(paid && paid.at <= at ? [past(paid.at, 'LIQUIDAÇÃO', 6)] : []),
    ],
  };
}

/** An item of a file of movements. */
export function movementToWire(slip: Slip, type: number, habits: BoletoHabits): Record<string, unknown> {
  const { order, number, paid } = slip;
  const common = {
    numeroTitulo: number,
    seuNumero: order.seuNumero,
    codigoBarras: linesOf(slip).barcode,
    valorTitulo: order.valor,
  };
  if (type !== 5 || !paid) return common;
  const paidOn = saoPauloDateOf(paid.at);
  return bendAbsent(
    {
      ...common,
      dataLiquidacao: paidOn,
      dataPrevisaoCredito: addDays(paidOn, 1),
      numeroBancoRecebedor: 756,
      valorDesconto: paid.discountCents / 100,
      valorMora: paid.chargesCents / 100,
      valorAbatimento: undefined,
      valorLiquido: paid.amountCents / 100,
      valorTarifaMovimento: FEE,
      tipoOpFinanceira: paid.by === 'pix' ? 'PIX' : 'BOLETO',
    },
    habits,
  );
}

/** What a callback says; the documents do not tell, and so it says little. */
export function callbackToWire(slip: Slip): Record<string, unknown> {
  return { nossoNumero: slip.number, codigoBarras: linesOf(slip).barcode, valor: centsOf(slip.order.valor) / 100 };
}
