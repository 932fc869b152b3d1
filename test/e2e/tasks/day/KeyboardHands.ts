/** Keys alone. F6 goes from part to part, Tab from control to control, arrows within a menu or a bar, as the page says of itself. */
import type { ElementHandle, KeyInput } from 'puppeteer';
import { FIRST_ROW, Hands } from './Hands.ts';

/** More than any way needs. */
const MAX_KEYS = 40;

type Step = { readonly key: KeyInput; readonly shift?: true } | 'there' | 'gone';

export class KeyboardHands extends Hands {
  override async pressAt(selector: string): Promise<void> {
    await this.#reach(selector);
    const kind = await this.page.evaluate(() => (document.activeElement as HTMLInputElement).type);
    // An arrow has chosen a radio button already.
    if (kind === 'radio') return;
    await this.key(kind === 'checkbox' ? 'Space' : 'Enter');
  }

  override async command(text: string, shown?: string): Promise<void> {
    await this.palette(() => this.chord('Control', 'k'), text, shown);
    await this.key('Enter');
  }

  override async find(text: string): Promise<void> {
    await this.key('/');
    await this.type(text);
  }

  override async openFirst(): Promise<void> {
    await this.#reachRows();
    await this.key('Enter');
  }

  override async tickFirst(): Promise<void> {
    await this.#reachRows();
    await this.key('Space');
  }

  override async tickAll(): Promise<void> {
    await this.#reachRows();
    await this.chord('Control', 'a');
  }

  override showTools(): Promise<void> {
    return Promise.resolve();
  }

  override goTo(place: string): Promise<void> {
    return this.command(place);
  }

  override async closeDrawer(): Promise<void> {
    if (await this.hasDrawer()) await this.key('Escape');
  }

  override async filter(field: string, options: readonly string[]): Promise<void> {
    for (const option of options) {
      await this.press('Filter');
      await this.page.waitForSelector('.popover input[type="search"]:focus');
      await this.type(`${field} ${option}`);
      await this.key('Enter');
      await this.page.waitForSelector('.popover', { hidden: true });
    }
  }

  /** Enter in a field sends its form. */
  override async submit(_button: string, field: string): Promise<void> {
    await this.#reach(`::-p-aria([name="${field}"][role="textbox"])`);
    await this.key('Enter');
  }

  override async choose(label: string, choice: string): Promise<void> {
    await this.#reach(`::-p-aria([name="${label}"][role="combobox"])`);
    await this.type(choice);
    await this.takeOption(choice);
  }

  override async write(label: string, text: string): Promise<void> {
    await this.#reach(`::-p-aria([name="${label}"][role="textbox"])`);
    await this.type(text);
  }

  /** From the search by the arrow, from elsewhere by F6. */
  async #reachRows(): Promise<void> {
    await this.page.waitForSelector(`${FIRST_ROW} [role="gridcell"]`);
    for (let keys = 0; keys < MAX_KEYS; keys += 1) {
      const where = await this.page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement?.matches('[role="gridcell"]')) return 'rows';
        return activeElement?.matches('[role="columnheader"], .users-search input') ? 'above' : 'elsewhere';
      });
      if (where === 'rows') return;
      await this.key(where === 'above' ? 'ArrowDown' : 'F6');
    }
    throw new Error('No key leads to the rows');
  }

  async #reach(selector: string): Promise<void> {
    const passed: string[] = [];
    let target: ElementHandle | null = null;
    for (let keys = 0; keys <= MAX_KEYS; keys += 1) {
      target ??= await this.page.waitForSelector(selector, { visible: true });
      const step: Step | undefined = await target?.evaluate(stepTo);
      if (step === 'there') return;
      if (step === undefined || step === 'gone') {
        target = null;
        continue;
      }
      if (step.shift) await this.chord('Shift', step.key);
      else await this.key(step.key);
      passed.push(`${step.shift ? 'Shift+' : ''}${step.key} ${await this.page.evaluate(nameOfFocus)}`);
    }
    throw new Error(`No key leads to ${selector}; the way was ${passed.join(', ')}`);
  }
}

/** Runs in the page. */
function nameOfFocus(): string {
  const element = document.activeElement;
  return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 30);
}

/** Runs in the page: the next key on the way to a control, or to that of a label. */
function stepTo(found: Element): Step {
  if (!found.isConnected) return 'gone';
  const target = (found as HTMLLabelElement).control ?? found;
  const active = document.activeElement ?? document.body;
  if (active === target) return 'there';
  const isAfter = (active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const shared = target.closest('[role="menu"], [role="toolbar"], [role="radiogroup"], [role="tablist"]');
  if (shared?.contains(active)) {
    if (shared.matches('[role="menu"]')) return { key: isAfter ? 'ArrowDown' : 'ArrowUp' };
    return { key: isAfter ? 'ArrowRight' : 'ArrowLeft' };
  }
  const part = target.closest('[data-region]');
  const isInLayer = document.querySelector('[aria-modal="true"], .popup') !== null;
  if (part && !isInLayer && !part.contains(active)) return { key: 'F6' };
  return isAfter ? { key: 'Tab' } : { key: 'Tab', shift: true };
}
