/** The hands of an administrator on the user list, which count what they do. */
import type { Page } from 'puppeteer';
import type { UsersPage } from '../pages/UsersPage.ts';
import type { Interaction } from './effort.ts';

export class Hands {
  readonly users: UsersPage;
  readonly page: Page;
  readonly done: Interaction[] = [];

  constructor(users: UsersPage) {
    this.users = users;
    this.page = users.page;
  }

  /** Clicks what is called so, wherever one sees it. */
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

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.page.waitForFunction(() => document.activeElement?.matches('input, textarea'));
    await this.page.keyboard.type(text);
    this.done.push({ typed: text.length });
  }

  /** The search, and the name. */
  async find(userName: string): Promise<void> {
    await this.key('/');
    await this.type(userName);
    await this.users.waitForOnly(userName);
  }

  /** Finds somebody and chooses from the menu of their row. */
  async choose(userName: string, action: string): Promise<void> {
    await this.find(userName);
    await this.clickAt('.ag-row [col-id="actions"] button');
    await this.click(action, 'menuitem');
  }

  async confirm(button: string): Promise<void> {
    await this.click(button, 'button', '::-p-aria([role="dialog"])');
  }
}
