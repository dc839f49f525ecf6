/**
 * Compresses bytes as bgzip does: in blocks that say how long they are, and an empty one at the
 * end.
 */
export async function makeBgzip(
  bytes: Uint8Array<ArrayBuffer>,
  blockSize: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += blockSize) {
    blocks.push(await makeBlock(bytes.subarray(at, at + blockSize)));
  }
  return await new Blob([...blocks, await makeBlock(new Uint8Array(0))]).bytes();
}

/** A member of gzip, with the field that says how long it is. */
async function makeBlock(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const zipped = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const rest = (await new Response(zipped).bytes()).subarray(10);
  const header = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 6, 0, 0x42, 0x43, 2, 0, 0, 0];
  const block = new Uint8Array(header.length + rest.length);
  block.set(header);
  block.set(rest, header.length);
  new DataView(block.buffer).setUint16(16, block.length - 1, true);
  return block;
}
