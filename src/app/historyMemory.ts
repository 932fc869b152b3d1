/** What is kept for each entry of the history, by its key; gone with the page. */

/** Browsers keep fifty entries of a tab; a day's work would make thousands. */
const ENTRIES = 100;

export interface HistoryMemory<Kept> {
  readonly get: (key: string) => Kept | undefined;
  readonly set: (key: string, kept: Kept) => void;
}

/** Lets go of what was set the longest ago. */
export function createHistoryMemory<Kept>(): HistoryMemory<Kept> {
  const entries = new Map<string, Kept>();
  return {
    get: (key) => entries.get(key),
    set: (key, kept) => {
      entries.delete(key);
      entries.set(key, kept);
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size > ENTRIES) entries.delete(oldest);
    },
  };
}
