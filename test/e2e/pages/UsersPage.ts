/** The user list, as an administrator uses it. */
import type { Page } from 'puppeteer';

export class UsersPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async ready(): Promise<void> {
    await this.page.waitForSelector('.ag-row [col-id="userName"]');
  }

  /** The user names on screen, top to bottom. */
  async names(): Promise<string[]> {
    return this.page.$$eval('.ag-grid-scrolling-container .ag-row [col-id="userName"]', (cells) =>
      cells
        .map((cell) => ({ at: Number(cell.closest('.ag-row')?.getAttribute('row-index')), text: cell.textContent.trim() }))
        .sort((left, right) => left.at - right.at)
        .map(({ text }) => text),
    );
  }

  /** Scrolls until row `index` (from 0) is on screen with its data, and gives its user name. */
  async scrollTo(index: number): Promise<string> {
    await this.page.evaluate((row) => {
      const viewport = document.querySelector('.ag-grid-viewport');
      const height = document.querySelector<HTMLElement>('.ag-grid-scrolling-container .ag-row')?.offsetHeight;
      if (!viewport || !height) throw new Error('There is no grid to scroll');
      viewport.scrollTop = row * height;
    }, index);
    const cell = await this.page.waitForFunction(
      (row) => document.querySelector(`.ag-row[row-index="${String(row)}"] [col-id="userName"]`)?.textContent.trim(),
      {},
      index,
    );
    return String(await cell.jsonValue());
  }

  async search(text: string): Promise<void> {
    await this.page.locator('input[type="search"]').fill(text);
  }

  async waitForOnly(userName: string): Promise<void> {
    await this.page.waitForFunction(
      (name) => {
        const cells = [...document.querySelectorAll('.ag-grid-scrolling-container .ag-row [col-id="userName"]')];
        return cells.length === 1 && cells[0]?.textContent.trim() === name;
      },
      {},
      userName,
    );
  }

  /** The text of a cell of the only row. */
  async cell(column: string): Promise<string> {
    return this.page.$eval(`.ag-row [col-id="${column}"]`, (cell) => cell.textContent.trim());
  }

  async choose(action: string): Promise<void> {
    await this.page.locator('.ag-row [col-id="actions"] button').click();
    await this.page.locator(`::-p-aria([name="${action}"][role="menuitem"])`).click();
  }

  async confirm(button: string): Promise<void> {
    await this.page.locator(`::-p-aria([role="dialog"]) ::-p-aria([name="${button}"][role="button"])`).click();
  }

  async waitForText(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, text);
  }
}
