/** Page object of a user's edit screen. */
import type { Page } from 'puppeteer';
import { fillNamed, press } from './onPage.ts';

export class EditUserPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(url: string, userName: string): Promise<void> {
    await this.page.goto(`${url}/Users/Edit/${userName}`);
    await this.page.waitForSelector('#roles [type="checkbox"]');
  }

  async type(field: string, text: string): Promise<void> {
    await fillNamed(this.page, field, text);
  }

  async value(field: string): Promise<string> {
    return this.page.$eval(`[name="${field}"]`, (input) => (input as HTMLInputElement).value);
  }

  /** Saves, and returns the old and new values that the confirmation shows. */
  async review(): Promise<string[]> {
    await press(this.page, 'Save');
    await this.page.waitForSelector('[role="dialog"] ins');
    return this.page.$$eval('[role="dialog"] del, [role="dialog"] ins', (values) => values.map((value) => value.textContent));
  }

  async confirm(): Promise<void> {
    await press(this.page, 'Save changes');
  }

  /** Chooses one side of an edit conflict. */
  async choose(field: string, side: 'Newer version' | 'Your version'): Promise<void> {
    const choice = `::-p-xpath(//fieldset[legend[normalize-space()="${field}"]]//label[starts-with(normalize-space(), "${side}")])`;
    await this.page.locator(choice).click();
  }

  role(name: string): string {
    return `#roles ::-p-xpath(.//li[.//*[normalize-space()="${name}"]]//input)`;
  }
}
