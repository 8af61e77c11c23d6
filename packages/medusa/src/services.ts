import { dueDateOf, VintemProvider } from './vintem-provider.ts';

/** `pp_vintem-pix_<id>`: a code that is paid within minutes. */
export class VintemPix extends VintemProvider {
  static override identifier = 'vintem-pix';
  protected readonly readType = 'PIX';

  protected paymentOf() {
    return { type: 'pix' as const, installments: 1 };
  }
}

/** `pp_vintem-boleto_<id>`: a slip that is paid within days. */
export class VintemBoleto extends VintemProvider {
  static override identifier = 'vintem-boleto';
  protected readonly readType = 'BILLET';

  protected paymentOf(nowMs: number) {
    return { type: 'invoice' as const, installments: 1, ...dueDateOf(this.settings, nowMs) };
  }
}
