/** Rejects if the text was not copied: a browser has a clipboard only on a secure origin. */
export async function copyText(text: string): Promise<void> {
  if (!('clipboard' in navigator)) throw new Error('No clipboard');
  await navigator.clipboard.writeText(text);
}
