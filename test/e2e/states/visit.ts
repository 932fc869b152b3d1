/** One visit to one state: a page of its own in a browser that knows nobody, with the hands of a person. */
import type { BrowserContext, HTTPRequest, Page } from 'puppeteer';
import { openPage } from '../../support/browser.ts';
import type { PageErrors } from '../../support/pageErrors.ts';
import { intercept } from '../../support/intercept.ts';
import type { TestServer } from '../../support/server.ts';
import { say, type SpokenLocale } from './phrases.ts';
import type { SiteName, World } from './world.ts';

export type Theme = 'light' | 'dark';

/** A state of a screen is a name, and the way there, gone for real. The lists beside this file hold them all. */
export interface State {
  /** Also the name of its picture: `login-form-wrong`. */
  readonly name: string;
  readonly reach: (visit: Visit) => Promise<unknown>;
  readonly at?: SiteName;
  /** What the console says of it and may. */
  readonly complains?: RegExp;
  /** It closes when the window's size changes, so that the way is gone again for each width. */
  readonly closesOnResize?: true;
  /** Its page can't load another language in place, so that the way is gone again in German. */
  readonly apartInGerman?: true;
  /** The picture shows the window, not the whole page: for what lies over it. */
  readonly windowOnly?: true;
}

export interface Look {
  readonly theme: Theme;
  readonly width: number;
  readonly locale: SpokenLocale;
}

const heightFor = (width: number): number => (width < 600 ? 844 : 800);

/** By all that it says, or by all but what only screen readers hear in brackets. */
const named = (text: string) => {
  const [whole, begun] = [JSON.stringify(text), JSON.stringify(`${text} (`)];
  const says = `normalize-space()=${whole} or starts-with(normalize-space(), ${begun})`;
  return `::-p-xpath(//*[self::button or self::a or self::summary][${says}])`;
};

export class Visit {
  readonly page: Page;
  readonly site: TestServer;
  readonly world: World;
  readonly complaints: PageErrors;
  #look: Look;
  readonly #held: HTTPRequest[] = [];
  #closes = false;

  private constructor(page: Page, site: TestServer, world: World, look: Look, complaints: PageErrors) {
    this.page = page;
    this.site = site;
    this.world = world;
    this.#look = look;
    this.complaints = complaints;
  }

  /** Goes the way to a state. `context` keeps only what the browser has loaded: cookies and storage are emptied. */
  static async to(state: State, world: World, context: BrowserContext, look: Look): Promise<Visit> {
    const { theme, width, locale } = look;
    const site = await world.site(state.at);
    const { page, complaints } = await openPage(context, { theme, width, height: heightFor(width), locale });
    const devtools = await page.createCDPSession();
    await devtools.send('Storage.clearDataForOrigin', { origin: site.url, storageTypes: 'cookies,local_storage' });
    const visit = new Visit(page, site, world, look, complaints);
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

  /** How it looks now, in words. */
  get look(): string {
    return `${this.#look.theme} at ${this.#look.width} px`;
  }

  async as(userName: string): Promise<void> {
    await this.world.lend(this.site, userName, this.page);
  }

  /** An address of the product, or a mailed link as it is. */
  async open(path: string): Promise<void> {
    await this.page.goto(path.startsWith('http') ? path : this.site.url + path);
    await this.see('h1');
  }

  say(key: string, values?: Readonly<Record<string, string>>): string {
    return say(this.locale, key, values);
  }

  /** Waits until it can be seen. */
  async see(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { visible: true });
  }

  async heading(key: string, values?: Readonly<Record<string, string>>): Promise<void> {
    await this.see(`::-p-xpath(//*[self::h1 or self::h2][normalize-space()=${JSON.stringify(this.say(key, values))}])`);
  }

  /** A button or link by the beginning of what it says. */
  async press(key: string, values?: Readonly<Record<string, string>>): Promise<void> {
    await this.page.locator(named(this.say(key, values))).click();
  }

  async click(selector: string): Promise<void> {
    await this.page.locator(selector).click();
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      const field = this.page.locator(`[name="${name}"]`);
      await field.fill(text || 'x');
      // An empty text is typed by nobody, only left.
      if (text === '') await this.page.keyboard.press('Backspace');
    }
  }

  async submit(): Promise<void> {
    await this.click('form [type="submit"]');
  }

  /** From now on calls to `path` get no answer, or a failing one. */
  async disturb(path: string, how: 'no answer' | 'failure'): Promise<void> {
    await intercept(this.page, (request) => {
      if (!new URL(request.url()).pathname.startsWith(path)) return request.continue();
      if (how === 'failure') return request.respond({ status: 503, contentType: 'text/plain', body: '' });
      if (this.#closes) return request.abort();
      this.#held.push(request);
      return undefined;
    });
    await this.page.setCacheEnabled(true);
  }

  /** Nothing is on its way any more that would change the picture. */
  async settle(): Promise<void> {
    await this.page.waitForFunction(() => document.querySelector('dialog[open], main:not(:has(.skeleton)), #app > .broken'));
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
  }

  /** As the person's own choice would do it. */
  async show(theme: Theme): Promise<void> {
    this.#look = { ...this.#look, theme };
    await this.page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await this.settle();
  }

  /** Chooses a language in the list that every page has, also where it lies behind a dialog or in a closed menu. */
  async speak(locale: SpokenLocale): Promise<void> {
    await this.page.$eval(
      'select:has(> option[value="de"])',
      (list, value) => {
        list.value = value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      },
      locale,
    );
    this.#look = { ...this.#look, locale };
    // Its label changes with all other phrases, once they have come.
    await this.page.waitForFunction(
      (label) => {
        const select = document.querySelector<HTMLSelectElement>('select:has(> option[value="de"])');
        return (select?.ariaLabel ?? select?.labels[0]?.textContent) === label;
      },
      {},
      this.say('common:language.label'),
    );
    await this.settle();
  }

  async resize(width: number): Promise<void> {
    this.#look = { ...this.#look, width };
    await this.page.setViewport({ width, height: heightFor(width) });
    await this.settle();
  }

  async close(): Promise<void> {
    this.#closes = true;
    // What is still held goes to the server when the page closes, and would be done.
    await Promise.all(this.#held.map((request) => request.abort()));
    await this.page.close();
  }
}
