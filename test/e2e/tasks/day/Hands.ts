/** How an administrator works a page: with mouse and keys, with keys alone, or with a finger. Each interaction is recorded. */
import type { ElementHandle, KeyInput, Page } from 'puppeteer';
import { eventually } from '../../../support/eventually.ts';
import type { Interaction } from '../effort.ts';

export const BULK_BAR = '[aria-label="Bulk actions"]';
export const DRAWER = 'aside.drawer';
export const DIALOG = '[role="dialog"]';

export const FIRST_ROW = '[role="row"][row-index="0"]:not(.row-loading)';

/** The cell that names the user, or the ticket. */
export const FIRST_CELL = `${FIRST_ROW} :is([col-id="name"], [col-id="ticketNumber"])`;

type Role = 'button' | 'link' | 'checkbox' | 'menuitem' | 'tab' | 'radio';

export abstract class Hands {
  readonly page: Page;
  #done: Interaction[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** Interactions since the last call. */
  taken(): readonly Interaction[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  protected async hasDrawer(): Promise<boolean> {
    return (await this.page.$(DRAWER)) !== null;
  }

  protected count(interaction: Interaction): void {
    this.#done.push(interaction);
  }

  /** Activates the control at `selector`. */
  abstract pressAt(selector: string): Promise<void>;

  /** Says what to do in the palette, such as "unlock ingrid". @param shown what is about to be done, read before */
  abstract command(text: string, shown?: string): Promise<void>;

  /** Searches the list for users. */
  abstract find(text: string): Promise<void>;

  /** Opens the first row of the list. */
  abstract openFirst(): Promise<void>;

  /** Selects the first row of the list. */
  abstract tickFirst(): Promise<void>;

  /** Selects everybody in the list. */
  abstract tickAll(): Promise<void>;

  /** Shows what is above the list, where that is hidden. */
  abstract showTools(): Promise<void>;

  /** Goes to a place of the bar, or to the invitation, by its name. */
  abstract goTo(place: string): Promise<void>;

  /** Closes the drawer, if one is open. */
  abstract closeDrawer(): Promise<void>;

  /** Narrows the list to these options of one filter. */
  abstract filter(field: string, options: readonly string[]): Promise<void>;

  /** Sends a form. */
  abstract submit(button: string, field: string): Promise<void>;

  /** Chooses in the list of a field that finds by typing. */
  abstract choose(label: string, choice: string): Promise<void>;

  /** Moves to the field, and writes. */
  abstract write(label: string, text: string): Promise<void>;

  /** Writes into the field with which a page begins. */
  writeFirst(_label: string, text: string): Promise<void> {
    return this.type(text);
  }

  /** Activates a control by its accessible name. */
  async press(name: string, { role = 'button', within = '' }: { readonly role?: Role; readonly within?: string } = {}) {
    await this.pressAt(`${within} ::-p-aria([name="${name}"][role="${role}"])`);
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    await this.page.waitForFunction(() => document.activeElement?.matches('input, textarea'));
    await this.page.keyboard.type(text);
    this.count({ typed: text.length });
  }

  async key(key: KeyInput): Promise<void> {
    await this.page.keyboard.press(key);
    this.count('key');
  }

  protected async chord(modifier: 'Control' | 'Shift', key: KeyInput): Promise<void> {
    await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    await this.page.keyboard.up(modifier);
    this.count('key');
  }

  /** Enter, once it takes this option. */
  protected async takeOption(choice: string): Promise<void> {
    await this.page.waitForFunction(isActiveOption, {}, choice);
    await this.key('Enter');
  }

  /** Opens the palette and types. @returns the selector of the option that Enter takes */
  protected async palette(open: () => Promise<void>, text: string, shown: string | undefined): Promise<string> {
    await open();
    await this.page.waitForSelector(`${DIALOG} [role="combobox"]:focus`);
    await this.type(text);
    const selected = '//*[@role="dialog"]//*[@role="listbox"][@aria-busy="false"]//*[@role="option"][@aria-selected="true"]';
    const choice = shown === undefined ? selected : `${selected}[contains(., "${shown}")]`;
    await this.page.waitForSelector(`::-p-xpath(${choice})`);
    return `::-p-xpath(${choice})`;
  }

  /** Waits until the control can be pressed: it is at rest, and nothing lies over it. @returns its middle */
  protected async middleOf(selector: string): Promise<{ readonly x: number; readonly y: number }> {
    let found: ElementHandle | null = null;
    return eventually(
      `${selector} to be free`,
      async () => {
        found ??= await this.page.waitForSelector(selector, { visible: true });
        const middle = await found?.evaluate(middleIfFree).catch(() => null);
        // The page may have drawn another one in its place.
        if (!middle) found = null;
        return middle ?? undefined;
      },
      { timeoutMs: 60_000 },
    );
  }
}

/** Runs in the page. */
function isActiveOption(choice: string): boolean {
  const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.getAttribute('aria-label') === choice;
}

/** Runs in the page. */
async function middleIfFree(element: Element): Promise<{ x: number; y: number } | null> {
  if (element.matches(':disabled, [aria-disabled="true"]')) return null;
  // What is still to come would move it.
  if (element.closest('aside, [role="dialog"]')?.querySelector('[aria-busy="true"]')) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const before = element.getBoundingClientRect();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const box = element.getBoundingClientRect();
  if (box.top !== before.top || box.left !== before.left || box.width === 0) return null;
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const hit = document.elementFromPoint(middle.x, middle.y);
  return hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element)) ? middle : null;
}
