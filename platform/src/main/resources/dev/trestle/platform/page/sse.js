// Reads server-sent events from a response. It has no imports, so that a script for other pages
// can include it.

/**
 * Reads a stream of server-sent events to its end.
 *
 * @param {ReadableStream<Uint8Array>} body the body of a response
 * @param {(type: string, data: string, id: string) => void} receive called with each event
 */
export async function readEvents(body, receive) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      let type = 'message';
      const data = [];
      for (const line of block.split(/\r?\n/)) {
        const [, name, text] = /^([^:]*):? ?(.*)$/.exec(line);
        if (name === 'event') type = text;
        if (name === 'data') data.push(text);
        if (name === 'id') id = text;
      }
      if (data.length) receive(type, data.join('\n'), id);
    }
  }
}
