/**
 * Unsent texts of this tab, by user. They survive a reload, an expired session and a phone that has ended the tab; a log-out removes
 * them, because they may hold personal data. Session storage may be blocked or full: then they last as long as the page.
 */
const PREFIX = 'draft:';
const inPage = new Map<string, string>();
const keyOf = (userId: string, name: string): string => `${PREFIX}${userId}:${name}`;

/** @returns undefined where session storage is blocked or full */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

export const tabDrafts = {
  read: (userId: string, name: string): string | null => {
    const key = keyOf(userId, name);
    return inPage.get(key) ?? inStorage((storage) => storage.getItem(key)) ?? null;
  },
  write: (userId: string, name: string, text: string): void => {
    const key = keyOf(userId, name);
    inPage.set(key, text);
    inStorage((storage) => {
      storage.setItem(key, text);
    });
  },
  remove: (userId: string, name: string): void => {
    const key = keyOf(userId, name);
    inPage.delete(key);
    inStorage((storage) => {
      storage.removeItem(key);
    });
  },
  removeAll: (): void => {
    inPage.clear();
    inStorage((storage) => {
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    });
  },
};
