/** What a person sees and does on any page: headings, fields and buttons by their names, and the address. */
import type { Page } from 'puppeteer';

export const heading = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//h1[normalize-space()="${text}"])`);

export const field = (page: Page, label: string) => page.locator(`::-p-aria([name="${label}"][role="textbox"])`);

/** Types over what stands in a field. */
export async function retype(page: Page, name: string, text: string): Promise<void> {
  await page.locator(`[name="${name}"]`).click({ count: 3 });
  await page.keyboard.type(text);
}

export const press = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();

export const follow = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="link"])`).click();

/** Waits until `text` stands somewhere on the page. */
export const reads = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.innerText.replaceAll('\u00a0', ' ').includes(wanted), {}, text);

/** What stands on the page now, as it is seen. */
export const seen = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

/** Waits until the address, without its origin, is `path`. */
export const at = (page: Page, path: string) =>
  page.waitForFunction((wanted) => location.pathname + location.search + location.hash === wanted, {}, path);

/** What the alert of the page says, as soon as there is one. */
export async function alertText(page: Page): Promise<string> {
  const alert = await page.waitForSelector('[role="alert"]', { visible: true });
  return (await alert?.evaluate((element) => (element as HTMLElement).innerText.trim())) ?? '';
}

export async function logOut(page: Page): Promise<void> {
  await page.locator('.bar [popovertarget]').click();
  await page.locator('.account-menu ::-p-aria([name="Log out"][role="button"])').click();
}
