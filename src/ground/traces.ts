/** THE PORT to whoever follows work across processes: an operation says what it does about which payment. */
export interface Traces {
  /**
   * Runs `work` as a step in the trace of its payment; null: it is about none. What `outcomeOf` makes of the result is
   * kept with the step: a word of ours, never anything that somebody typed.
   */
  about<Result>(
    paymentId: number | null,
    step: Step,
    work: () => Promise<Result>,
    outcomeOf?: (result: Result) => string,
  ): Promise<Result>;
}

/** Few and fixed: spans are found by their name. */
export type Step =
  | 'charge'
  | 'refund'
  | 'work-notification'
  | 'check-payment'
  | 'check-refund'
  | 'deliver-webhook'
  | 'synchronise'
  | 'cancel'
  | 'change-due-date'
  | 'follow-slip-pix';

export const noTraces: Traces = { about: (_paymentId, _step, work) => work() };
