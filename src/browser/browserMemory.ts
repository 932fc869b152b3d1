/** Web storage that may be blocked: then nothing is remembered and nothing breaks. Holds no personal data. */

export const browserMemory = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Whether it was kept. */
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
      // What can't be written was never there.
    }
  },
};
