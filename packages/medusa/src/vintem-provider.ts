import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types';
import { AbstractPaymentProvider, MathBN } from '@medusajs/framework/utils';
import { type Answer, type Body, Vintem, WebhookRefused, webhooks } from '@vintem/client';
import { centsOf, reaisOf } from './amounts.rules.ts';
import { atGateway, invalid, notAllowed, unexpected } from './gateway-errors.ts';
import { readOptions, type Settings, type VintemProviderOptions } from './options.rules.ts';
import { type KnownCustomer, payerOf } from './payer.rules.ts';
import { chargeIn, dueDateIn, sessionDataOf } from './session-data.rules.ts';
import { endingOf, isTelling, refundWayOf, sessionStatusOf, webhookActionOf } from './status.rules.ts';

type Order = Body<'POST /payments/order'>;
type Transaction = Answer<'GET /transactions/{id}'>;
type Data = Record<string, unknown> | undefined;

/** Session ids of Medusa begin so: an `external_id` of another form belongs to another shop of the merchant. */
const SESSION_ID = /^payses_/;
/**
 * Medusa works on a webhook after it has answered, and again when that failed: its queue may be long. An old delivery
 * that somebody kept does no harm, because it only makes us ask for the state as it is.
 */
const WEBHOOK_TOLERANCE_SECONDS = 24 * 3600;
const CANNOT_BE_CANCELLED = 'TRANSACTION_NOT_PENDING';

/** What PIX and boleto have in common, which is almost everything. */
export abstract class VintemProvider extends AbstractPaymentProvider<VintemProviderOptions> {
  protected readonly settings: Settings;
  private readonly vintem: Vintem;
  private readonly logger: Logger;

  /** How the charge is paid, for an order that is made now. */
  protected abstract paymentOf(nowMs: number): Order['payment'];
  /** With it, a read asks the bank first. */
  protected abstract readonly readType: 'PIX' | 'BILLET';

  static override validateOptions(options: Record<string, unknown>): void {
    readOptions(options);
  }

  constructor(container: { logger: Logger }, options: VintemProviderOptions) {
    super(container, options);
    this.settings = readOptions(options);
    this.logger = container.logger;
    this.vintem = new Vintem(this.settings.access, { userAgent: 'vintem-medusa' });
  }

  /** The charge is made with the session, under the session's id: the same session twice is one charge. */
  async initiatePayment({
    amount,
    currency_code,
    data,
    context,
  }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const sessionId = data?.['session_id'];
    if (typeof sessionId !== 'string') throw unexpected('Medusa gave no session_id: is it 2.21 or newer?');
    if (currency_code.toLowerCase() !== 'brl') throw invalid(`PIX and boleto are paid in BRL, not in ${currency_code}`);
    const cents = centsIn(amount);
    const { accessToken, itemName } = this.settings;
    const { success, transaction } = await atGateway('order the payment', () =>
      this.vintem.payments.order(
        {
          access_token: accessToken,
          external_id: sessionId,
          customer: payerOf(data?.['payer'], context?.customer as KnownCustomer | undefined),
          items: [{ name: itemName, quantity: 1, price: cents }],
          payment: this.paymentOf(Date.now()),
          shipping: { name: itemName, price: 0 },
          subtotal: cents,
          total: cents,
        },
        { idempotencyKey: context?.idempotency_key ?? sessionId },
      ),
    );
    if (!success) throw notAllowed('the bank refused to make this charge; try again, or pay another way');
    return { id: String(transaction.id), status: 'pending', data: sessionDataOf(sessionId, transaction) };
  }

  /** A charge never changes its amount: Medusa makes a new session when a cart changes. */
  async updatePayment({ data, amount }: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const transaction = await this.read(data);
    if (transaction.amount !== centsIn(amount)) {
      throw notAllowed('a PIX code or boleto cannot change its amount: delete this payment session and create another');
    }
    return { data: dataOf(data, transaction) };
  }

  /** Called when the cart becomes an order, and again when a webhook says that the money has come. */
  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return this.getPaymentStatus(data ? { data } : {});
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const transaction = await this.read(data);
    return { status: sessionStatusOf(transaction), data: dataOf(data, transaction) };
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: dataOf(data, await this.read(data)) };
  }

  /** What is paid is captured: there is nothing to do, unless somebody asks for money that has not come. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const transaction = await this.read(data);
    if (sessionStatusOf(transaction) !== 'captured') throw notAllowed('this payment has not been paid yet');
    return { data: dataOf(data, transaction) };
  }

  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const transaction = await this.read(data);
    const cents = centsIn(amount);
    const options = context?.idempotency_key ? { idempotencyKey: context.idempotency_key } : {};
    const body = { transaction_id: transaction.id };
    switch (refundWayOf(transaction.payment_type, cents, transaction.amount)) {
      case 'reversal':
        await atGateway('give the payment back', () => this.vintem.payments.reverse(body, options));
        break;
      case 'pix-refund': {
        // In reais, as the interface has it; a decimal of two places, and exact as JSON.
        const refund = { ...body, amount: Number(reaisOf(cents)) };
        await atGateway('give a part back', () => this.vintem.payments.refundPix(refund, options));
        break;
      }
      case 'impossible':
        throw notAllowed('a boleto is given back whole: banks give no part of it back');
    }
    return { data: dataOf(data, transaction) };
  }

  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return this.end(data);
  }

  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return this.end(data);
  }

  /**
   * A delivery that is not genuine means nothing: Medusa has answered it already, and need not try it again. A genuine
   * one says that something happened; what holds now is read, so that one that comes twice, late or in another order
   * does no harm.
   */
  async getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const event = this.verified(payload);
    if (!event || !isTelling(event.event) || !('transaction_id' in event)) return NOT_FOR_US;
    const id = event.transaction_id;
    const transaction = await atGateway('tell about a payment', () => this.vintem.transactions.get(id));
    const { external_id: sessionId, amount } = transaction;
    if (!sessionId || !SESSION_ID.test(sessionId)) return NOT_FOR_US;
    return { action: webhookActionOf(transaction), data: { session_id: sessionId, amount: reaisOf(amount) } };
  }

  private verified({ rawData, headers }: ProviderWebhookPayload['payload']) {
    const options = { toleranceSeconds: WEBHOOK_TOLERANCE_SECONDS };
    try {
      return webhooks.verify(rawData, headers as Record<string, string>, this.settings.webhookSecrets, options);
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      this.logger.warn(`a webhook of Vintém was refused: ${error.reason}, ${error.message}`);
      return undefined;
    }
  }

  /**
   * The transaction of a session as it is now. A session's data may have come through a storefront, so that a
   * transaction counts only where it was ordered for this very session.
   */
  private async read(data: Data): Promise<Transaction> {
    const charge = chargeIn(data);
    if (!charge) throw invalid('this payment session has no payment of Vintém');
    const query = { payment_type: this.readType };
    const transaction = await atGateway('tell about the payment', () =>
      this.vintem.transactions.get(charge.transactionId, query),
    );
    if (transaction.external_id !== charge.sessionId) throw invalid('this payment belongs to another payment session');
    return transaction;
  }

  /** Ends a charge, so that nobody pays for what is no longer wanted. */
  private async end(data: Data): Promise<{ data?: Record<string, unknown> }> {
    // Nothing was ordered for this session.
    if (!chargeIn(data)) return data ? { data } : {};
    const transaction = await this.read(data);
    const tooLate = () => notAllowed(`payment ${transaction.order_number} has been paid: give it back by a refund`);
    const ending = endingOf(transaction);
    if (ending === 'too-late') throw tooLate();
    if (ending === 'cancel') {
      try {
        await this.vintem.transactions.cancel(transaction.id);
      } catch (error) {
        if ((error as { code?: unknown }).code !== CANNOT_BE_CANCELLED) {
          await atGateway('cancel the payment', () => Promise.reject(error));
        }
        // The payer, or the end of its time, was faster.
        if (endingOf(await this.read(data)) === 'too-late') throw tooLate();
      }
    }
    return { data: dataOf(data, transaction) };
  }
}

const NOT_FOR_US: WebhookActionResult = { action: 'not_supported' };

function centsIn(amount: BigNumberInput): number {
  try {
    return centsOf(MathBN.convert(amount).toFixed());
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

function dataOf(data: Data, transaction: Transaction): Record<string, unknown> {
  return sessionDataOf(String(data?.['session_id']), transaction);
}

/** The day on which a boleto is due, where the shop has said in how many days. */
export function dueDateOf({ dueDays }: Settings, nowMs: number): { due_date?: string } {
  return dueDays === undefined ? {} : { due_date: dueDateIn(dueDays, nowMs) };
}
