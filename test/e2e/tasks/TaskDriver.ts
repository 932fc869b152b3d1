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

  async key(key: '/'): Promise<void> {
    await this.page.keyboard.press(key);
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

  /** Finds a user and chooses from the row menu. */
  async choose(userName: string, action: string): Promise<void> {
    await this.find(userName);
    await this.clickAt('.ag-row [col-id="actions"] button');
    await this.click(action, 'menuitem');
  }

  async confirm(button: string): Promise<void> {
    await this.click(button, 'button', '::-p-aria([role="dialog"])');
  }
}
