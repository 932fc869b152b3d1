/** Page object of the user list. */
import type { Page } from 'puppeteer';
import type { Client } from '../../support/client.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import { fill } from './onPage.ts';

export class UsersPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a path of the list with the client's session. */
  static async open(page: Page, client: Client, path = '/Users/List'): Promise<UsersPage> {
    await copySessionToPage(client, page);
    await page.goto(client.url + path);
    const users = new UsersPage(page);
    await users.ready();
    return users;
  }

  async ready(): Promise<void> {
    await this.page.waitForSelector('[role="gridcell"][col-id="name"]');
  }

  /** Rendered user names, top to bottom, as soon as all rows have data. */
  async renderedNames(): Promise<string[]> {
    const names = await this.page.waitForFunction(() => {
      const cells = [...document.querySelectorAll('[role="gridcell"][col-id="name"] a')];
      const texts = cells
        .map((cell) => ({ at: Number(cell.closest('[role="row"]')?.getAttribute('row-index')), text: cell.textContent.trim() }))
        .sort((left, right) => left.at - right.at)
        .map(({ text }) => text);
      return texts.every((text) => text !== '') && texts;
    });
    return (await names.jsonValue()) || [];
  }

  /** Visible user names, top to bottom; the grid renders extra rows above and below. */
  async visibleNames(): Promise<string[]> {
    await this.page.waitForFunction(() => !document.querySelector('[role="row"][row-index]:not(:has(a))'));
    return this.page.$eval('[role="grid"]', (viewport) => {
      const { top, bottom } = viewport.getBoundingClientRect();
      return [...viewport.querySelectorAll('[role="row"][row-index]')]
        .map((row) => ({ at: row.getBoundingClientRect(), name: row.querySelector('[col-id="name"] a')?.textContent.trim() }))
        .filter(({ at, name }) => name !== undefined && at.bottom > top + 40 && at.bottom <= bottom)
        .sort((one, other) => one.at.top - other.at.top)
        .map(({ name }) => name ?? '');
    });
  }

  /** User name at row `index` (from 0), once that row is rendered with its data. */
  async nameAt(index: number): Promise<string> {
    const cell = await this.page.waitForFunction(
      (row) => document.querySelector(`[role="row"][row-index="${String(row)}"] [col-id="name"] a`)?.textContent.trim(),
      {},
      index,
    );
    return String(await cell.jsonValue());
  }

  /** Scrolls row `index` (from 0) into view and returns its user name once it has data. */
  async scrollTo(index: number): Promise<string> {
    // The list grows as its pages arrive: it is scrolled on until it has the row.
    await this.page.waitForFunction(
      (row) => {
        const viewport = document.querySelector('[role="grid"]');
        const height = document.querySelector<HTMLElement>('[role="row"][row-index]')?.offsetHeight;
        if (!viewport || !height) throw new Error('There is no grid to scroll');
        viewport.scrollTop = row * height;
        return document.querySelector(`[role="row"][row-index="${String(row)}"]`) !== null;
      },
      {},
      index,
    );
    return this.nameAt(index);
  }

  cellAt(row: number, column: string): string {
    return `[role="row"][row-index="${String(row)}"] [col-id="${column}"]`;
  }

  /** Column keys of the headers, left to right. */
  async columns(): Promise<(string | null)[]> {
    return this.page.$$eval('[role="columnheader"]', (heads) =>
      heads
        .map((head) => ({ key: head.getAttribute('col-id'), at: Number(head.getAttribute('aria-colindex')) }))
        .sort((one, other) => one.at - other.at)
        .map(({ key }) => key),
    );
  }

  /** Column keys that stay where they are when the list, made narrow, is scrolled to its end. */
  async pinnedColumns(): Promise<(string | null)[]> {
    await this.page.setViewport({ width: 640, height: 900 });
    await this.page.waitForFunction(() => {
      const grid = document.querySelector('[role="grid"]');
      return grid !== null && grid.scrollWidth > grid.clientWidth + 100;
    });
    return this.page.evaluate(() => {
      const grid = document.querySelector('[role="grid"]') as Element;
      const placed = () =>
        [...document.querySelectorAll('[role="columnheader"]')].map(
          (head) => [head.getAttribute('col-id'), head.getBoundingClientRect().left] as const,
        );
      const before = new Map(placed());
      grid.scrollLeft = grid.scrollWidth;
      return placed()
        .filter(([column, left]) => before.get(column) === left)
        .map(([column]) => column);
    });
  }

  async widthOf(column: string): Promise<number> {
    return this.page.$eval(`[role="columnheader"][col-id="${column}"]`, (head) => Math.round(head.getBoundingClientRect().width));
  }

  /** Cell with the focus; a header has row -1. */
  async focused(): Promise<{ row: number; column: string | null } | null> {
    return this.page.evaluate(() => {
      const cell = document.activeElement?.closest('[role="gridcell"], [role="columnheader"]');
      if (!cell) return null;
      return { row: Number(cell.closest('[role="row"]')?.getAttribute('row-index') ?? -1), column: cell.getAttribute('col-id') };
    });
  }

  async waitForFocus(row: number, column: string): Promise<void> {
    await this.page.waitForFunction(
      (index, key) => {
        const cell = document.activeElement?.closest('[role="gridcell"]');
        return cell?.getAttribute('col-id') === key && cell.closest('[role="row"]')?.getAttribute('row-index') === String(index);
      },
      {},
      row,
      column,
    );
  }

  async scrollTop(): Promise<number> {
    return this.page.$eval('[role="grid"]', ({ scrollTop }) => scrollTop);
  }

  /** User names of the selected rows that are rendered. */
  async selectedNames(): Promise<string[]> {
    return this.page.$$eval('[role="row"][aria-selected="true"]', (rows) =>
      rows
        .map((row) => ({
          at: Number(row.getAttribute('row-index')),
          name: row.querySelector('[col-id="name"] a')?.textContent.trim() ?? '',
        }))
        .sort((one, other) => one.at - other.at)
        .map(({ name }) => name),
    );
  }

  /** Waits until the range, as in "1–15 of 5,000", ends with `total`. */
  async waitForTotal(total: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => [...document.querySelectorAll('main p')].some(({ textContent }) => textContent.endsWith(` of ${wanted}`)),
      {},
      total,
    );
  }

  async search(text: string): Promise<void> {
    await fill(this.page, 'input[type="search"]', text);
  }

  async waitForOnly(userName: string): Promise<void> {
    await this.page.waitForFunction(
      (name) => {
        const cells = [...document.querySelectorAll('[role="gridcell"][col-id="name"] a')];
        return cells.length === 1 && cells[0]?.textContent.trim() === name;
      },
      {},
      userName,
    );
  }

  /** Text of a cell when the list has a single row. */
  async cell(column: string): Promise<string> {
    return this.page.$eval(`[role="gridcell"][col-id="${column}"]`, (cell) => cell.textContent.trim());
  }

  async chooseAction(action: string): Promise<void> {
    await this.page.locator('[role="gridcell"][col-id="actions"] button').click();
    await this.page.locator(`::-p-aria([name="${action}"][role="menuitem"])`).click();
  }

  /** Index of a rendered row, from 0. */
  async rowOf(userName: string): Promise<number> {
    const cell = await this.page.waitForSelector(
      `::-p-xpath(//*[@col-id="name"]//a[normalize-space()="${userName}"]/ancestor::*[@row-index][1])`,
    );
    return Number(await cell?.evaluate((row) => row.getAttribute('row-index')));
  }

  /** Items of the open menu; the value is the reason when disabled, else null. */
  async menu(): Promise<Record<string, string | null>> {
    await this.page.waitForSelector('[role="menu"]');
    return this.page.$$eval('[role="menuitem"]', (items) =>
      Object.fromEntries(
        items.map((item) => {
          const [label, reason] = item.querySelectorAll('span > span');
          return [label?.textContent ?? '', reason?.textContent ?? null];
        }),
      ),
    );
  }

  async openMenu(row = 0): Promise<void> {
    await this.page.locator(`${this.cellAt(row, 'actions')} button`).click();
    await this.page.waitForSelector('[role="menu"]');
  }

  async clickMenuItem(item: string): Promise<void> {
    await this.page.locator(`::-p-aria([name="${item}"][role="menuitem"])`).click();
  }

  async confirm(button: string): Promise<void> {
    await this.page.locator(`::-p-aria([role="dialog"]) ::-p-aria([name="${button}"][role="button"])`).click();
  }

  async waitForText(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, text);
  }
}
