/** A piece of a file: one line, one record or one element of a list. It is bounded, so that a file of any size is read in little memory. */

export interface Piece {
  readonly line: number;
  /** `tooLong`: longer than any person is, and skipped. */
  readonly bytes: Buffer | 'tooLong';
  /** Texts of the object around the list that the piece is from, as far as they come before the list. */
  readonly surrounding?: Readonly<Record<string, string>>;
}

/** A person of Keycloak with many roles and credentials has some kilobytes. */
export const MAX_PIECE_BYTES = 256 * 1024;

export const isBlank = ({ bytes }: Piece): boolean =>
  bytes !== 'tooLong' && bytes.length < 64 && /^\s*$/.test(bytes.toString('latin1'));

/** @returns undefined if the bytes are not UTF-8 */
export function utf8Of(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
