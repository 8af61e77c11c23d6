import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageReader } from '../../web/api/stream-messages.ts';

const TEXT = 'retry: 2000\nevent: step\ndata: {"says":"a"}\n\n:\n\nevent: step\ndata: {"says":"b\\n"}\n\nevent: st';

test('messages are read from pieces of any length; comments and what is not complete are none', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(TEXT.length)), (cuts) => {
      const read = messageReader<{ says: string }>();
      const places = [0, ...cuts.sort((a, b) => a - b), TEXT.length];
      const pieces = places.slice(1).map((end, index) => TEXT.slice(places[index], end));
      expect(pieces.flatMap(read)).toEqual([{ says: 'a' }, { says: 'b\n' }]);
    }),
  );
});
