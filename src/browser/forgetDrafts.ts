/** Removes the unsent texts of this tab (`tabDrafts.ts`). Apart from their store, which only some screens need. */
export const DRAFT_PREFIX = 'draft:';

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Blocked: nothing was kept.
  }
}
