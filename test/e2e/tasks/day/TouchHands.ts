/** A finger on a phone. */
import { DRAWER, FIRST_CELL, FIRST_ROW, Hands } from './Hands.ts';

const OPTIONS = '.options-toggle[aria-expanded="false"]';

export class TouchHands extends Hands {
  override async pressAt(selector: string): Promise<void> {
    const { x, y } = await this.middleOf(selector);
    await this.page.touchscreen.tap(x, y);
    this.count('click');
  }

  override async showTools(): Promise<void> {
    if ((await this.page.$(OPTIONS)) !== null) await this.pressAt(OPTIONS);
  }

  override async command(text: string, shown?: string): Promise<void> {
    // It covers the bar.
    await this.closeDrawer();
    await this.pressAt(await this.palette(() => this.pressAt('header [aria-label="Search"]'), text, shown));
  }

  override async find(text: string): Promise<void> {
    const isEmpty = await this.page.$eval('[role="search"] input', (field) => field.value === '');
    await this.pressAt(isEmpty ? '[role="search"] input' : '::-p-aria([name="Clear search"][role="button"])');
    await this.type(text);
  }

  override openFirst(): Promise<void> {
    return this.pressAt(FIRST_CELL);
  }

  override tickFirst(): Promise<void> {
    return this.pressAt(`${FIRST_ROW} [type="checkbox"]`);
  }

  override tickAll(): Promise<void> {
    return this.pressAt('[role="columnheader"] [type="checkbox"]');
  }

  override async goTo(place: string): Promise<void> {
    const [isInBar, isShown] = await this.page.$$eval(
      'header nav a',
      (links, name) => {
        const link = links.find(({ textContent }) => textContent === name);
        return [link !== undefined, link !== undefined && !link.classList.contains('unplaced')];
      },
      place,
    );
    if (!isInBar) await this.showTools();
    else if (!isShown) await this.press('More', { within: 'header nav' });
    await this.press(place, { role: 'link' });
  }

  override async closeDrawer(): Promise<void> {
    if (await this.hasDrawer()) await this.pressAt(`${DRAWER} > header button`);
  }

  override async filter(_field: string, options: readonly string[]): Promise<void> {
    await this.showTools();
    await this.press('Filter');
    for (const option of options) await this.press(option, { role: 'checkbox' });
    await this.press('Filter');
  }

  override submit(button: string): Promise<void> {
    return this.press(button);
  }

  override async choose(label: string, choice: string): Promise<void> {
    await this.pressAt(`::-p-aria([name="${label}"][role="combobox"])`);
    await this.type(choice);
    const list = await this.page.evaluate(() => document.activeElement?.getAttribute('aria-controls') ?? '');
    await this.pressAt(`:is([id="${list}"], [id="${list}"] ~ *) [title="${choice}"]`);
  }

  /** A page of a phone does not begin in a field, whose keyboard would cover it. */
  override async writeFirst(label: string, text: string): Promise<void> {
    await this.pressAt(`::-p-aria([name="${label}"][role="combobox"])`);
    await this.type(text);
  }

  override async write(label: string, text: string): Promise<void> {
    await this.pressAt(`::-p-aria([name="${label}"][role="textbox"])`);
    await this.type(text);
  }
}
