/** What is known of the PIX code of a boleto, and of its slip once it is paid. */
export interface SlipPixCode {
  paymentId: number;
  sentAt: Date;
  /** As the bank has it; null: not known to have the code. */
  dueDate: string | null;
  isCodeOver: boolean;
  isSlipOver: boolean;
  /** Since the payment changed last. */
  looks: number;
}
