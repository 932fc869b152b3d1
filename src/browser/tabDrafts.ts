/**
 * Unsent texts of this tab, by user. They survive a reload, an expired session and a phone that has ended the tab; a logout removes
 * them, because they may hold personal data. Session storage may be blocked or full: then nothing is kept, and nothing throws.
 */
import { DRAFT_PREFIX } from './forgetDrafts.ts';

const keyOf = (userId: string, name: string): string => `${DRAFT_PREFIX}${userId}:${name}`;

export function readDraft(userId: string, name: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(userId, name));
  } catch {
    return null;
  }
}

/** @param text null removes it */
export function writeDraft(userId: string, name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(userId, name));
    else sessionStorage.setItem(keyOf(userId, name), text);
  } catch {
    // The text is only in its field.
  }
}
