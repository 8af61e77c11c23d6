import type { BankAccount } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';

/** What of an account's files goes by itself. */
export function useWays(): (account: BankAccount) => string {
  const t = useFileTexts();
  return ({ has_outbox, has_inbox, send_at }) => {
    const ways = [
      ...(has_outbox ? [send_at === null ? t.outbox : t.outboxAt({ time: send_at })] : []),
      ...(has_inbox ? [t.inbox] : []),
    ];
    return ways.length === 0 ? t.byHand : ways.join(', ');
  };
}
