/** Chooses an option of antd's Select, whose list is rendered outside of it. */
import type { Page } from 'puppeteer';

export async function selectOption(page: Page, label: string, option: string): Promise<void> {
  await page.locator(`::-p-aria([name="${label}"][role="combobox"])`).click();
  const list = '.ant-select-dropdown:not(.ant-select-dropdown-hidden)';
  await page.locator(`${list} .ant-select-item-option[title=${JSON.stringify(option)}]`).click();
}
