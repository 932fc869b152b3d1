/** Shortens long texts to their beginning. */

/** The text, or its first `count` characters with an ellipsis; no character is cut in two. */
export function shortened(text: string, count: number): string {
  // A character has at most two units, so the rest of a long text need not be read.
  const start = Array.from(text.slice(0, 2 * count + 2));
  return start.length > count ? `${start.slice(0, count).join('').trimEnd()}…` : text;
}
