/** What is kept for each entry of the history, by its key; gone with the page. */

/** Browsers keep fifty entries of a tab; a day's work would make thousands. */
const ENTRIES = 100;

/** Lets go of what was set the longest ago. */
export class HistoryMemory<Kept> extends Map<string, Kept> {
  override set(key: string, kept: Kept): this {
    this.delete(key);
    super.set(key, kept);
    if (this.size > ENTRIES) this.delete(this.keys().next().value as string);
    return this;
  }
}
