/** Helpers for any page: headings, fields and buttons by accessible name, and the address. */
import type { HTTPRequest, Page } from 'puppeteer';

export const heading = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//h1[normalize-space()="${text}"])`);

const textbox = (label: string): string => `::-p-aria([name="${label}"][role="textbox"])`;

export const field = (page: Page, label: string) => page.locator(textbox(label));

/** Replaces the text of the field at `selector` by one trusted input event, as pasting does: typing renders the form at each key. */
export async function fill(page: Page, selector: string, text: string): Promise<void> {
  const input = await page
    .locator(selector)
    .filter((element) => (element as HTMLInputElement).checkVisibility() && !element.matches(':disabled, [readonly]'))
    .waitHandle();
  await input.evaluate((element) => {
    (element as HTMLInputElement).focus();
    (element as HTMLInputElement).select();
  });
  if (text === '') await page.keyboard.press('Backspace');
  else await page.keyboard.sendCharacter(text);
}

/** Fills in a field by its label. */
export const fillField = (page: Page, label: string, text: string) => fill(page, textbox(label), text);

/** Fills in a field by its `name` attribute. */
export const fillNamed = (page: Page, name: string, text: string) => fill(page, `[name="${name}"]`, text);

export const press = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();

export const pressTwice = (page: Page, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="button"])`).click({ count: 2 });

/** Submits a form several times at once. */
export async function submitRepeatedly(page: Page, submit = 'form [type="submit"]'): Promise<void> {
  await page.waitForSelector(submit);
  await page.$eval(submit, (element) => {
    const button = element as HTMLButtonElement;
    for (let times = 0; times < 3; times += 1) button.click();
    button.form?.requestSubmit();
  });
}

/** Records the page's requests to `path` from now on, except GET. */
export function recordChanges(page: Page, path: string | RegExp): HTTPRequest[] {
  const made: HTTPRequest[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && (typeof path === 'string' ? pathname === path : path.test(pathname))) made.push(request);
  });
  return made;
}

export const clickLink = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="link"])`).click();

/** Waits until `text` appears anywhere on the page. */
export const waitForText = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.innerText.replaceAll('\u00a0', ' ').includes(wanted), {}, text);

export const visibleText = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

/** Waits until the address, without its origin, is `path`. */
export const waitForPath = (page: Page, path: string) =>
  page.waitForFunction((wanted) => location.pathname + location.search + location.hash === wanted, {}, path);

export const waitForNoDialog = (page: Page) => page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);

export const valueOf = (page: Page, name: string) =>
  page.$eval(`[name="${name}"]`, (input) => (input as HTMLInputElement | HTMLTextAreaElement).value);

/** Text of the page's alert, as soon as there is one. */
export async function alertText(page: Page): Promise<string> {
  const alert = await page.waitForSelector('[role="alert"]', { visible: true });
  return (await alert?.evaluate((element) => (element as HTMLElement).innerText.trim())) ?? '';
}

const ACCOUNT_MENU = '[role="dialog"][aria-label="Account menu"]';

export async function openAccountMenu(page: Page): Promise<void> {
  await page.locator('header [title="Account menu"]').click();
  await page.waitForSelector(ACCOUNT_MENU);
}

export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.locator(`${ACCOUNT_MENU} ::-p-aria([name="Log out"][role="button"])`).click();
}
