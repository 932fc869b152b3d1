/** Mouse and keys: whichever is shorter. */
import { FIRST_CELL, FIRST_ROW, Hands } from './Hands.ts';

export class MouseHands extends Hands {
  override async pressAt(selector: string): Promise<void> {
    const { x, y } = await this.middleOf(selector);
    await this.page.mouse.click(x, y);
    this.count('click');
  }

  override async command(text: string, shown?: string): Promise<void> {
    await this.palette(() => this.chord('Control', 'k'), text, shown);
    await this.key('Enter');
  }

  override async find(text: string): Promise<void> {
    await this.key('/');
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

  override showTools(): Promise<void> {
    return Promise.resolve();
  }

  override goTo(place: string): Promise<void> {
    return this.press(place, { role: 'link' });
  }

  override async closeDrawer(): Promise<void> {
    if (await this.hasDrawer()) await this.key('Escape');
  }

  override async filter(_field: string, options: readonly string[]): Promise<void> {
    await this.press('Filter');
    for (const option of options) await this.press(option, { role: 'checkbox' });
    await this.key('Escape');
  }

  override submit(button: string): Promise<void> {
    return this.press(button);
  }

  override async choose(label: string, choice: string): Promise<void> {
    await this.pressAt(`::-p-aria([name="${label}"][role="combobox"])`);
    await this.type(choice);
    await this.takeOption(choice);
  }

  override async write(label: string, text: string): Promise<void> {
    await this.pressAt(`::-p-aria([name="${label}"][role="textbox"])`);
    await this.type(text);
  }
}
