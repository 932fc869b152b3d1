/** Removes the unsent texts of this tab (`tabDrafts.ts`). In a file of its own, because only some screens need their store. */
export const DRAFT_PREFIX = 'draft:';

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Blocked: nothing was kept.
  }
}
