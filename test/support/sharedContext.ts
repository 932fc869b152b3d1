/**
 * One browser context for the tests of a file, one after the other. A page that stays open keeps the renderer process and its compiled
 * scripts (`--process-per-site`), so that only a file's first page pays for them.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer';

export interface SharedContext {
  readonly context: BrowserContext;
  /** From now on the process for pages of this server stays. */
  keepProcess(url: string): Promise<void>;
  /** Closes its pages and forgets cookies, storage and permissions; its HTTP cache stays. */
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

/** A page without scripts. */
interface Anchor {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Undefined where the server has ended meanwhile. */
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
