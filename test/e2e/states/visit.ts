/** One visit to one state: a page without cookies or storage, and helpers to operate it. */
import type { HTTPRequest, Page } from 'puppeteer';
import { fillNamed } from '../pages/onPage.ts';
import type { PageErrors } from '../../support/pageErrors.ts';
import { intercept } from '../../support/intercept.ts';
import { goOffline } from '../../support/offline.ts';
import type { TestServer } from '../../support/server.ts';
import { addAuthenticator } from '../../support/virtualAuthenticator.ts';
import { translate, type SpokenLocale } from './phrases.ts';
import type { SiteName, SharedFixtures } from './sharedFixtures.ts';
import { heightFor, type Look, type Theme, type VisitPage } from './visitPage.ts';

/**
 * A state of a screen: its name and the real steps to reach it, in this order, each where there is one. The other files of this folder
 * define them all.
 */
export interface State {
  /** Also the file name of its screenshot: `login-form-wrong`. */
  readonly name: string;
  /** User name of the visitor. */
  readonly as?: string;
  /** Path of the API that answers 503. */
  readonly fails?: string;
  /** Path of the API that does not answer. */
  readonly hangs?: string;
  /** Path of the page that is opened. */
  readonly at?: string;
  readonly reach?: (visit: Visit) => Promise<unknown>;
  /** Phrase of the button, link or item of a menu that is pressed. */
  readonly press?: string;
  /** Selector of the element that is clicked. */
  readonly click?: string;
  /** Selector of an element that is visible then. */
  readonly shows?: string;
  /** Phrase of the heading that is visible then. */
  readonly heading?: string;
  readonly site?: SiteName;
  /** Console messages that are expected. */
  readonly expectedErrors?: RegExp;
  /** A resize closes the state, so it has to be reached again for each width. */
  readonly closesOnResize?: true;
  /** The screenshot shows the window instead of the whole page, for overlays. */
  readonly windowOnly?: true;
}

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
  readonly #pages: VisitPage;
  #look: Look;
  readonly #heldRequests: HTTPRequest[] = [];
  #isClosing = false;
  #isOpened = false;
  #isPageReusable = true;

  private constructor(
    { page, pageErrors }: Pick<Visit, 'page' | 'pageErrors'>,
    pages: VisitPage,
    site: TestServer,
    fixtures: SharedFixtures,
    look: Look,
  ) {
    this.page = page;
    this.pageErrors = pageErrors;
    this.#pages = pages;
    this.site = site;
    this.fixtures = fixtures;
    this.#look = look;
  }

  static async to(state: State, fixtures: SharedFixtures, pages: VisitPage, look: Look): Promise<Visit> {
    const site = await fixtures.site(state.site);
    const visit = new Visit(await pages.open(site.url, look), pages, site, fixtures, look);
    try {
      await visit.reach(state);
      await visit.settle();
    } catch (error) {
      const shown = await visit.page
        .evaluate(() => `${location.pathname}: ${document.body.innerText.slice(0, 600)}`)
        .catch(String);
      throw new Error(`${state.name} was not reached; the page shows ${shown}`, { cause: error });
    }
    return visit;
  }

  async reach(state: State): Promise<void> {
    if (state.as !== undefined) await this.as(state.as);
    if (state.fails !== undefined) await this.stubApi(state.fails, 'failure');
    if (state.hangs !== undefined) await this.stubApi(state.hangs, 'no answer');
    if (state.at !== undefined) await this.open(state.at);
    await state.reach?.(this);
    if (state.press !== undefined) await this.press(state.press);
    if (state.click !== undefined) await this.click(state.click);
    if (state.shows !== undefined) await this.waitForVisible(state.shows);
    if (state.heading !== undefined) await this.heading(state.heading);
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
    if (!this.#isOpened) await this.#pages.forgetHistory(this.page);
    this.#isOpened = true;
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
    await this.click(byText(this.translate(key, values)));
  }

  /** Clicks a button of the open dialog by the translation of `key`. */
  async pressInDialog(key: string): Promise<void> {
    await this.page.locator(`[role="dialog"] ${byText(this.translate(key))}`).click();
  }

  async click(selector: string): Promise<void> {
    await this.#openOptions(selector);
    await this.page.locator(selector).click();
  }

  /** On a phone, what is above a list is behind a button. */
  async #openOptions(selector: string): Promise<void> {
    const target = await this.page.waitForSelector(selector);
    const toggle = await this.page.$('.options-toggle[aria-expanded="false"]');
    if ((await toggle?.isVisible()) && !(await target?.isVisible())) await toggle?.click();
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

  async intercept(handle: (request: HTTPRequest) => Promise<unknown> | undefined): Promise<void> {
    this.#isPageReusable = false;
    await intercept(this.page, handle);
  }

  async goOffline(): Promise<void> {
    this.#isPageReusable = false;
    await goOffline(this.page);
  }

  /** A virtual authenticator that its user does not touch. */
  async addAuthenticator(): Promise<void> {
    this.#isPageReusable = false;
    await addAuthenticator(this.page, { present: false });
  }

  /** Runs in the page before its own scripts. */
  async onNewDocument(script: () => void): Promise<void> {
    this.#isPageReusable = false;
    await this.page.evaluateOnNewDocument(script);
  }

  /** From now on holds requests to `path`, or fails them with 503. */
  async stubApi(path: string, how: 'no answer' | 'failure'): Promise<void> {
    await this.intercept((request) => {
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
      document.querySelector('[role="dialog"], main:not(:has([role="status"][aria-busy="true"]))'),
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

  async resize(width: number): Promise<void> {
    this.#look = { ...this.#look, width };
    await this.page.setViewport({ width, height: heightFor(width) });
    await this.settle();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // Requests still held would reach the server when the page closes.
    await Promise.all(this.#heldRequests.map((request) => request.abort()));
    await (this.#isPageReusable ? this.#pages.leave(this.page, this.site.url) : this.#pages.close(this.page));
  }
}
