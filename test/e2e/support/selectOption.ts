/**
 * Chooses an option of antd's Select, whose visible list is rendered apart from it, and beside its listbox, which has only the
 * options near the active one.
 */
import type { Page } from 'puppeteer';

export async function selectOption(page: Page, label: string, option: string): Promise<void> {
  const combobox = `::-p-aria([name="${label}"][role="combobox"])`;
  await page.locator(combobox).click();
  const list = await page.$eval(combobox, (box) => box.getAttribute('aria-controls') ?? '');
  await page.locator(`:is([id="${list}"], [id="${list}"] ~ *) [title=${JSON.stringify(option)}]`).click();
}
