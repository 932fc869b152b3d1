/** Data per history entry, by its key, in memory. */

/** Browsers keep fifty entries per tab; a long session would create thousands. */
const MAX_ENTRIES = 100;

/** Evicts the entry that was set first. */
export class HistoryMemory<Kept> extends Map<string, Kept> {
  override set(key: string, kept: Kept): this {
    this.delete(key);
    super.set(key, kept);
    if (this.size > MAX_ENTRIES) this.delete(this.keys().next().value as string);
    return this;
  }
}
