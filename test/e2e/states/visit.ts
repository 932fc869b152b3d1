/** One visit to one state: a new page without cookies or storage, and helpers to operate it. */
import type { BrowserContext, HTTPRequest, Page } from 'puppeteer';
import { fillNamed } from '../pages/onPage.ts';
import { openPage } from '../../support/browser.ts';
import type { PageErrors } from '../../support/pageErrors.ts';
import { intercept } from '../../support/intercept.ts';
import type { TestServer } from '../../support/server.ts';
import { translate, type SpokenLocale } from './phrases.ts';
import type { SiteName, SharedFixtures } from './sharedFixtures.ts';

export type Theme = 'light' | 'dark';

/** A state of a screen: its name and the real steps to reach it. The other files of this folder define them all. */
export interface State {
  /** Also the file name of its screenshot: `login-form-wrong`. */
  readonly name: string;
  readonly reach: (visit: Visit) => Promise<unknown>;
  readonly site?: SiteName;
  /** Console messages that are expected. */
  readonly expectedErrors?: RegExp;
  /** A resize closes it, so it has to be reached again for each width. */
  readonly closesOnResize?: true;
  /** The page can't change its language in place, so it has to be reached again in German. */
  readonly reachedAgainInGerman?: true;
  /** With the tour of the list. */
  readonly tour?: true;
  /** The screenshot shows the window instead of the whole page, for overlays. */
  readonly windowOnly?: true;
}

export interface Look {
  readonly theme: Theme;
  readonly width: number;
  readonly locale: SpokenLocale;
}

const heightFor = (width: number): number => (width < 600 ? 844 : 800);

/** Matches the whole text, or the text followed by a screen reader addition in brackets; a menu item by its label. */
const byText = (text: string) => {
  const [whole, withNote] = [JSON.stringify(text), JSON.stringify(`${text} (`)];
  const says = `normalize-space()=${whole} or starts-with(normalize-space(), ${withNote})`;
  const isItem = `@role="menuitem" and .//span[normalize-space()=${whole}]`;
  return `::-p-xpath(.//*[(self::button or self::a or self::summary) and (${says}) or ${isItem}])`;
};

export class Visit {
  readonly page: Page;
  readonly site: TestServer;
  readonly fixtures: SharedFixtures;
  readonly pageErrors: PageErrors;
  #look: Look;
  readonly #heldRequests: HTTPRequest[] = [];
  #isClosing = false;

  private constructor(page: Page, site: TestServer, fixtures: SharedFixtures, look: Look, pageErrors: PageErrors) {
    this.page = page;
    this.site = site;
    this.fixtures = fixtures;
    this.#look = look;
    this.pageErrors = pageErrors;
  }

  /** Opens a page and reaches the state. Cookies and local storage are cleared; `context` keeps only its HTTP cache. */
  static async to(state: State, fixtures: SharedFixtures, context: BrowserContext, look: Look): Promise<Visit> {
    const { theme, width, locale } = look;
    const site = await fixtures.site(state.site);
    const { page, pageErrors } = await openPage(context, {
      theme,
      width,
      height: heightFor(width),
      locale,
      tour: state.tour ?? false,
    });
    const devtools = await page.createCDPSession();
    await devtools.send('Storage.clearDataForOrigin', { origin: site.url, storageTypes: 'cookies,local_storage' });
    const visit = new Visit(page, site, fixtures, look, pageErrors);
    try {
      await state.reach(visit);
      await visit.settle();
    } catch (error) {
      const shown = await page.evaluate(() => `${location.pathname}: ${document.body.innerText.slice(0, 600)}`).catch(String);
      throw new Error(`${state.name} was not reached; the page shows ${shown}`, { cause: error });
    }
    return visit;
  }

  get locale(): SpokenLocale {
    return this.#look.locale;
  }

  /** The current look, for messages. */
  get look(): string {
    return `${this.#look.theme} at ${this.#look.width} px`;
  }

  async as(userName: string): Promise<void> {
    await this.fixtures.logIn(this.site, userName, this.page);
  }

  /** Opens a path of the product, or an absolute URL. */
  async open(path: string): Promise<void> {
    await this.page.goto(path.startsWith('http') ? path : this.site.url + path);
    await this.waitForVisible('h1');
  }

  translate(key: string, values?: Readonly<Record<string, string>>): string {
    return translate(this.locale, key, values);
  }

  /** Waits until `selector` is visible. */
  async waitForVisible(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { visible: true });
  }

  async heading(key: string, values?: Readonly<Record<string, string>>): Promise<void> {
    await this.waitForVisible(
      `::-p-xpath(//*[self::h1 or self::h2][normalize-space()=${JSON.stringify(this.translate(key, values))}])`,
    );
  }

  /** Clicks a button, link or item of a menu by the translation of `key`. */
  async press(key: string, values?: Readonly<Record<string, string>>): Promise<void> {
    await this.page.locator(byText(this.translate(key, values))).click();
  }

  /** Clicks a button of the open dialog by the translation of `key`. */
  async pressInDialog(key: string): Promise<void> {
    await this.page.locator(`[role="dialog"] ${byText(this.translate(key))}`).click();
  }

  async click(selector: string): Promise<void> {
    await this.page.locator(selector).click();
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      await fillNamed(this.page, name, text || 'x');
      // An empty field is produced by typing and deleting, as a user would.
      if (text === '') await this.page.keyboard.press('Backspace');
    }
  }

  async submit(): Promise<void> {
    await this.click('form [type="submit"]');
  }

  /** From now on holds requests to `path`, or fails them with 503. */
  async stubApi(path: string, how: 'no answer' | 'failure'): Promise<void> {
    await intercept(this.page, (request) => {
      if (!new URL(request.url()).pathname.startsWith(path)) return request.continue();
      if (how === 'failure') return request.respond({ status: 503, contentType: 'text/plain', body: '' });
      if (this.#isClosing) return request.abort();
      this.#heldRequests.push(request);
      return undefined;
    });
    await this.page.setCacheEnabled(true);
  }

  /** Waits until nothing is loading that would change the screenshot. */
  async settle(): Promise<void> {
    await this.page.waitForFunction(() =>
      document.querySelector('[role="dialog"], main:not(:has(.skeleton, .ant-skeleton)), #app > .broken'),
    );
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
  }

  /** Applies a theme as the user's own choice does. */
  async setTheme(theme: Theme): Promise<void> {
    this.#look = { ...this.#look, theme };
    await this.page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await this.settle();
  }

  /** Uses the language list of every sign-in page, or the account menu of the others; either also behind a dialog. */
  async setLocale(locale: SpokenLocale): Promise<void> {
    await ((await this.page.$('header [aria-haspopup="dialog"]')) ? this.#chooseInMenu(locale) : this.#chooseInList(locale));
    this.#look = { ...this.#look, locale };
    await this.settle();
  }

  /** By script, as a click would close what is open, and the focus returns to where it was. */
  async #chooseInMenu(locale: SpokenLocale): Promise<void> {
    const opener = await this.page.waitForSelector(`header [title="${this.translate('common:bar.account')}"]`);
    const menu = '.popup:has(.account-menu-person)';
    const isOpen = (await this.page.$(menu)) !== null;
    const focused = await this.page.$(':focus');
    const toggle = async () => {
      if (!isOpen) await opener?.evaluate((button) => (button as HTMLElement).click());
    };
    await toggle();
    const list = await this.page.waitForSelector(`${menu} [role="combobox"]`);
    await list?.evaluate((input) => input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
    const name = this.translate(`common:language.${locale}`);
    const choice = await this.page.waitForSelector(`.ant-select-item-option[title="${name}"]`);
    await choice?.evaluate((option) => (option as HTMLElement).click());
    await toggle();
    if (!isOpen) await this.page.waitForFunction((opened) => document.querySelector(opened) === null, {}, menu);
    await this.page.waitForSelector(`header [title="${translate(locale, 'common:bar.account')}"]`);
    await focused?.focus();
  }

  async #chooseInList(locale: SpokenLocale): Promise<void> {
    await this.page.$eval(
      'select:has(> option[value="de"])',
      (list, value) => {
        list.value = value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      },
      locale,
    );
    // The list's label changes with all other phrases, once they have loaded.
    await this.page.waitForSelector(`select[aria-label="${translate(locale, 'common:language.label')}"]`);
  }

  async resize(width: number): Promise<void> {
    this.#look = { ...this.#look, width };
    await this.page.setViewport({ width, height: heightFor(width) });
    await this.settle();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // Requests still held would reach the server when the page closes.
    await Promise.all(this.#heldRequests.map((request) => request.abort()));
    await this.page.close();
  }
}
