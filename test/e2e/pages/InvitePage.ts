/** Page object of the invitation screen. */
import type { Page } from 'puppeteer';
import { press } from './onPage.ts';

const RESULT = 'section:has(> header > [role="status"]) li';

export class InvitePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async ready(): Promise<void> {
    await this.page.waitForSelector('[type="checkbox"]');
  }

  /** Types addresses verbatim, separators included. */
  async address(text: string): Promise<void> {
    await this.page.type('[name="emails"]', text);
  }

  /** The accepted addresses, in order. */
  async tags(): Promise<string[]> {
    return this.page.$$eval('form [aria-label^="Change "]', (tags) => tags.map((tag) => tag.textContent));
  }

  async send(button = 'Send invitation'): Promise<void> {
    await press(this.page, button);
  }

  /** Result for each address, once none is pending. */
  async results(): Promise<Record<string, string>> {
    await this.page.waitForFunction(
      (row) => {
        const outcomes = [...document.querySelectorAll(`${row} > span:nth-child(2)`)].map((tag) => tag.textContent);
        return outcomes.length > 0 && !outcomes.includes('Under way');
      },
      {},
      RESULT,
    );
    const rows = await this.page.$$eval(RESULT, (found) =>
      found.map((row) => [
        row.querySelector('span')?.textContent ?? '',
        row.querySelector('span:nth-child(2)')?.textContent ?? '',
      ]),
    );
    return Object.fromEntries(rows) as Record<string, string>;
  }
}
