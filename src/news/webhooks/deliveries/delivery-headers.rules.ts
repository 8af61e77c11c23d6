/** What every delivery is sent with, besides its signature. */
export const CONTENT_TYPE = 'application/json';
export const USER_AGENT = 'Vintem-Webhooks/1';

/** The headers of an attempt as a person may see them; without an attempt there is no timestamp yet. */
export function headersBesidesSignature(eventId: string, attemptedAt: Date | null): Record<string, string> {
  return {
    'content-type': CONTENT_TYPE,
    'user-agent': USER_AGENT,
    'webhook-id': eventId,
    ...(attemptedAt && { 'webhook-timestamp': String(Math.floor(attemptedAt.getTime() / 1000)) }),
  };
}
