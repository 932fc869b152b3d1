/** Local storage that may be blocked: then nothing is stored and nothing throws. Holds no personal data. */

export const browserMemory = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @returns whether it was stored */
  write(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
  forget(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Blocked: nothing was stored.
    }
  },
};
