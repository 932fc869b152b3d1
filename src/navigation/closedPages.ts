/** Back to a page that is closed to the user now goes on to the one before it; at the first entry the refusal is shown. */
import { NavigationType } from 'react-router';

/** The router numbers its entries in their state. */
const entryIndex = (): number => (history.state as { readonly idx?: number } | null)?.idx ?? 0;

let shownIndex = 0;

/** Called whenever a page is shown. */
export function noteShownEntry(): void {
  shownIndex = entryIndex();
}

/**
 * Whether the pending navigation is Back and has entries before its own. The browser has already moved to that entry.
 * @param action of the pending navigation
 */
export const canSkipBack = (action: NavigationType | undefined): boolean =>
  action === NavigationType.Pop && entryIndex() < shownIndex && entryIndex() > 0;
