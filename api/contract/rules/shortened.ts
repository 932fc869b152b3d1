/** Texts of others, where there is room for their beginning. */

/** The text, or its first `count` characters with an ellipsis; no character is cut in two. */
export function shortened(text: string, count: number): string {
  // Two units a character at most: of a long text the rest is not read.
  const start = Array.from(text.slice(0, 2 * count + 2));
  return start.length > count ? `${start.slice(0, count).join('').trimEnd()}…` : text;
}
