/** Detects the encoding of a text file from its bytes. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Byte order marks. TextDecoder removes them. */
const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const PROBED_BYTES = 4096;

/** Latin text in UTF-16 has a NUL in one half of most of its pairs, and none in the other; other encodings have none at all. */
function unmarkedUtf16(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const probed = bytes.subarray(0, PROBED_BYTES);
  const nuls = [0, 0];
  probed.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  const [first = 0, second = 0] = nuls;
  if (first + second <= probed.length / 4 || (first > 0 && second > 0)) return undefined;
  return first > 0 ? 'utf-16be' : 'utf-16le';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** `windows-1252` stands for all encodings of one byte a character, which cannot be told from each other. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  return marked ?? unmarkedUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}
