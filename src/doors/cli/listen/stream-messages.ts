export interface StreamMessage {
  event: string;
  id: string;
}

/** More than any line that the server sends; whoever sends more is not our server. */
const MAX_LINE_LENGTH = 64 * 1024;

/** The messages of a stream of server-sent events, as they arrive; comments and everything else is skipped. */
export async function* streamMessages(chunks: AsyncIterable<Buffer>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  let rest = '';
  let message: Partial<StreamMessage> = {};
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw new Error('a line of the stream of events has no end');
    for (const line of lines) {
      if (line === '') {
        if (message.event && message.id) yield { event: message.event, id: message.id };
        message = {};
      } else if (line.startsWith('event: ')) message.event = line.slice('event: '.length);
      else if (line.startsWith('id: ')) message.id = line.slice('id: '.length);
    }
  }
}
