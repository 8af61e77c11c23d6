const END_OF_MESSAGE = '\n\n';
const DATA = 'data: ';

/** Takes server-sent text in pieces of any length, and gives back the data of each message that is complete. */
export function messageReader<Message>(): (piece: string) => Message[] {
  let open = '';
  return (piece) => {
    const blocks = (open + piece).split(END_OF_MESSAGE);
    open = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const data = block.split('\n').find((line) => line.startsWith(DATA));
      return data === undefined ? [] : [JSON.parse(data.slice(DATA.length)) as Message];
    });
  };
}
