/** The page that visits reuse, as opening one costs as much as loading one. */
import type { BrowserContext, Page } from 'puppeteer';
import { openPage } from '../../support/browser.ts';
import type { PageErrors } from '../../support/pageErrors.ts';
import type { SpokenLocale } from './phrases.ts';

export type Theme = 'light' | 'dark';

export interface Look {
  readonly theme: Theme;
  readonly width: number;
  readonly locale: SpokenLocale;
}

export const heightFor = (width: number): number => (width < 600 ? 844 : 800);

interface Opened {
  readonly page: Page;
  readonly pageErrors: PageErrors;
  readonly look: Look;
}

export class VisitPage {
  readonly #context: () => BrowserContext;
  #opened: Opened | undefined;
  #isVisited = false;

  constructor(context: () => BrowserContext) {
    this.#context = context;
  }

  /** A page without cookies or storage of `origin`; `pageErrors` are those from now on. */
  async open(origin: string, look: Look): Promise<Omit<Opened, 'look'>> {
    const { theme, width, locale } = look;
    // A visit that ran out of time may still use the page.
    if (this.#isVisited || this.#opened?.look.theme !== theme || this.#opened.look.locale !== locale) await this.close();
    this.#isVisited = true;
    const { page, pageErrors } = (this.#opened ??= { look, ...(await this.#openNew(look)) });
    await page.setViewport({ width, height: heightFor(width) });
    const devtools = await page.createCDPSession();
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage' });
    await devtools.detach();
    const earlier = pageErrors.all().length;
    return { page, pageErrors: { all: () => pageErrors.all().slice(earlier) } };
  }

  /** Ends what runs in the page, and clears its storage. */
  async leave(page: Page, origin: string): Promise<void> {
    await page.goto(`${origin}/icon.svg`);
    await page.evaluate(() => {
      sessionStorage.clear();
    });
    if (this.#opened?.page === page) this.#isVisited = false;
  }

  /** Leaves no earlier visit for Back to lead to. */
  async forgetHistory(page: Page): Promise<void> {
    const devtools = await page.createCDPSession();
    await devtools.send('Page.resetNavigationHistory');
    await devtools.detach();
  }

  async close(page = this.#opened?.page): Promise<void> {
    if (this.#opened?.page === page) {
      this.#opened = undefined;
      this.#isVisited = false;
    }
    await page?.close();
  }

  async #openNew({ theme, width, locale }: Look): Promise<Omit<Opened, 'look'>> {
    const opened = await openPage(this.#context(), { theme, width, height: heightFor(width), locale });
    // Otherwise unsaved text would block leaving the page.
    opened.page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') void dialog.accept();
    });
    return opened;
  }
}
