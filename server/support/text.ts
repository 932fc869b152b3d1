/** Tells whether the content of a file is text, in any common encoding. */
import { encodingOf } from '../../api/contract/textEncoding.ts';

/**
 * Control characters that no text has. A terminal's log has bells, backspaces and escapes; a text of DOS ends with U+001A.
 * Programs have some of these in their headers: PE, Java and WebAssembly a NUL, ELF U+0001 or U+0002, Mach-O both.
 */
const NOT_TEXT = /[\u0000-\u0006\u000e-\u001a\u001c-\u001f]/;
const DOS_END = /\u001a+$/;

export function isText(content: Buffer): boolean {
  const encoding = encodingOf(content);
  // Bytes are compared as they are: Windows-1252, CP437 and their like differ above the control characters only.
  if (encoding === 'windows-1252') return !NOT_TEXT.test(content.toString('latin1').replace(DOS_END, ''));
  try {
    return !NOT_TEXT.test(new TextDecoder(encoding, { fatal: true }).decode(content).replace(DOS_END, ''));
  } catch {
    return false;
  }
}
