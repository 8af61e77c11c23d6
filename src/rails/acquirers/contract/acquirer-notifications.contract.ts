import { beforeEach, describe, expect, test } from 'vitest';
import type { AcquirerHarness, SignedNotification } from './acquirer-harness.contract.ts';

const ACCEPTED_AGE_SECONDS = 240;
const REFUSED_AGE_SECONDS = 360;

export function describeNotificationContract(current: () => AcquirerHarness): void {
  describe('notifications', () => {
    beforeEach((context) => {
      if (!current().acquirer.readNotification) context.skip();
    });

    const bodyAbout = (reference: string) =>
      JSON.stringify({ reference, transactionId: 't', status: 'PAID', sentAt: new Date().toISOString() });
    const read = ({ headers, rawBody }: SignedNotification) => current().acquirer.readNotification?.(headers, rawBody);

    test.each([0, ACCEPTED_AGE_SECONDS, -ACCEPTED_AGE_SECONDS])('one signed %d s ago is read', (age) => {
      const reference = current().newReference();
      expect(read(current().signNotification(bodyAbout(reference), age))).toEqual({
        ok: true,
        reference,
        content: expect.any(String),
      });
    });

    test('its content is the same when it is sent again word for word, and another for every other body and time', () => {
      const contentOf = (body: string, age: number) => read(current().signNotification(body, age));
      const body = bodyAbout('r');
      const first = current().signNotification(body, 0);
      expect(read(first)).toEqual(read(first));
      expect(contentOf(body, 1)).not.toEqual(contentOf(body, 60));
      expect(contentOf(body, 0)).not.toEqual(contentOf(`${body} `, 0));
    });

    test.each([REFUSED_AGE_SECONDS, -REFUSED_AGE_SECONDS])('one signed %d s ago is refused', (age) => {
      expect(read(current().signNotification(bodyAbout('r'), age))).toMatchObject({ ok: false });
    });

    test('an altered body is refused', () => {
      const { headers } = current().signNotification(bodyAbout('one'), 0);
      expect(read({ headers, rawBody: bodyAbout('two') })).toMatchObject({ ok: false });
    });

    test('every header counts: absent, doubled or altered by one character, it is refused', () => {
      const { headers, rawBody } = current().signNotification(bodyAbout('r'), 0);
      for (const [name, value] of Object.entries(headers)) {
        const flipped = (value.startsWith('1') ? '2' : '1') + value.slice(1);
        for (const altered of [undefined, '', [value, value], flipped, `${value} `, `${value}0`, value.slice(1)]) {
          expect(current().acquirer.readNotification?.({ ...headers, [name]: altered }, rawBody)).toMatchObject({
            ok: false,
          });
        }
      }
    });

    test.each(['', 'not json', 'null', '[]', '{}', '{"reference":1}', '{"reference":""}'])(
      'a signed body without a reference is refused: %s',
      (rawBody) => {
        expect(read(current().signNotification(rawBody, 0))).toMatchObject({ ok: false });
      },
    );
  });
}
