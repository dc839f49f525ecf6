/**
 * Reverses the bytes of each element, in place. The bytes must begin at a
 * multiple of the size in their buffer.
 */
export function swapBytes(bytes: Uint8Array, size: 1 | 2 | 4 | 8): void {
  const { buffer, byteOffset, byteLength } = bytes;
  if (size === 2) {
    const words = new Uint16Array(buffer, byteOffset, byteLength / 2);
    for (let i = 0; i < words.length; i++) {
      words[i] = words[i] << 8 | words[i] >>> 8;
    }
    return;
  }
  if (size === 1) return;
  const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
  if (size === 4) {
    for (let i = 0; i < words.length; i++) words[i] = swap32(words[i]);
    return;
  }
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i];
    words[i] = swap32(words[i + 1]);
    words[i + 1] = swap32(low);
  }
}

function swap32(word: number): number {
  return word << 24 | (word & 0xff00) << 8 | word >>> 8 & 0xff00 | word >>> 24;
}
