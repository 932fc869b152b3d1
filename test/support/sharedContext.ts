/**
 * One browser context, reused by the tests of a file. An open page keeps the renderer process and its compiled scripts
 * (`--process-per-site`), so that only the first page of a file has to start and compile them.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer';

export interface SharedContext {
  readonly context: BrowserContext;
  /** Keeps the renderer process for pages of this server. */
  keepProcess(url: string): Promise<void>;
  /** Closes all pages and deletes cookies, storage and permissions, but not the HTTP cache. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const originsOf = (pages: readonly Page[]): string[] =>
  pages
    .flatMap((page) => page.frames())
    .map((frame) => frame.url())
    .filter((url) => url.startsWith('http'))
    .map((url) => new URL(url).origin);

export async function sharedContext(browser: Browser): Promise<SharedContext> {
  const devtools = await browser.target().createCDPSession();
  let context = await browser.createBrowserContext();
  let anchor: Anchor | undefined;
  const origins = new Set<string>();

  const idOf = ({ id }: BrowserContext) => (id === undefined ? {} : { browserContextId: id });
  const replace = async () => {
    await context.close();
    context = await browser.createBrowserContext();
    anchor = undefined;
    origins.clear();
  };
  return {
    get context() {
      return context;
    },
    async keepProcess(url) {
      origins.add(new URL(url).origin);
      anchor ??= await anchorAt(context, url);
    },
    async empty() {
      const pages = (await context.pages()).filter((page) => page !== anchor?.page);
      for (const origin of originsOf(pages)) origins.add(origin);
      const [origin] = origins;
      anchor ??= origin === undefined ? undefined : await anchorAt(context, origin);
      if (!anchor) {
        await replace();
        return;
      }
      await Promise.all(pages.map((page) => page.close()));
      // Runs in the renderer process, where a closed page's last writes may still be under way to the browser.
      await anchor.page.evaluate(() => {
        localStorage.clear();
      });
      await devtools.send('Storage.clearCookies', idOf(context));
      await devtools.send('Browser.resetPermissions', idOf(context));
      for (const origin of origins)
        await anchor.devtools.send('Storage.clearDataForOrigin', {
          origin,
          storageTypes: 'local_storage,indexeddb,cache_storage',
        });
    },
    close: () => context.close(),
  };
}

/** A page without scripts that keeps the renderer process alive. */
interface Anchor {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Undefined if the server has stopped meanwhile. */
async function anchorAt(context: BrowserContext, url: string): Promise<Anchor | undefined> {
  const page = await context.newPage();
  try {
    await page.goto(new URL('/icon.svg', url).href);
    return { page, devtools: await page.createCDPSession() };
  } catch {
    await page.close();
    return undefined;
  }
}
