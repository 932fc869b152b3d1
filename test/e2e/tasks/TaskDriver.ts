/** Drives the user list and records each interaction. */
import type { Page } from 'puppeteer';
import type { UsersPage } from '../pages/UsersPage.ts';
import type { Interaction } from './effort.ts';

export class TaskDriver {
  readonly users: UsersPage;
  readonly page: Page;
  readonly done: Interaction[] = [];

  constructor(users: UsersPage) {
    this.users = users;
    this.page = users.page;
  }

  /** Clicks a control by its accessible name. */
  async click(name: string, role = 'button', within = ''): Promise<void> {
    await this.clickAt(`${within} ::-p-aria([name="${name}"][role="${role}"])`);
  }

  async clickAt(selector: string): Promise<void> {
    await this.page.locator(selector).click();
    this.done.push('click');
  }

  async key(key: '/' | 'Enter'): Promise<void> {
    await this.page.keyboard.press(key);
    this.done.push('key');
  }

  async chord(modifier: 'Control', key: 'k'): Promise<void> {
    await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    await this.page.keyboard.up(modifier);
    this.done.push('key');
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    await this.page.waitForFunction(() => document.activeElement?.matches('input, textarea'));
    await this.page.keyboard.type(text);
    this.done.push({ typed: text.length });
  }

  /** Searches for a user by name. */
  async find(userName: string): Promise<void> {
    await this.key('/');
    await this.type(userName);
    await this.users.waitForOnly(userName);
  }

  /** Types a command into the palette, such as "unlock ingrid", and presses Enter. @param shown what Enter is about to do, read before */
  async command(text: string, shown?: string): Promise<void> {
    await this.chord('Control', 'k');
    await this.page.waitForSelector('[role="dialog"] [role="combobox"]');
    await this.type(text);
    if (shown !== undefined) {
      const choice = `//*[@role="dialog"]//*[@role="listbox"][@aria-busy="false"]//*[@role="option"][contains(., "${shown}")]`;
      await this.page.waitForSelector(`::-p-xpath(${choice})`);
    }
    await this.key('Enter');
  }
}
