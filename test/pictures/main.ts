/**
 * `npm run pictures`: screenshots of every screen in every state, in both themes, two widths and two languages, with a contact
 * sheet.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'puppeteer';
import { launchBrowser } from '../support/launchBrowser.ts';
import { startTestCluster, stopTestCluster } from '../support/cluster.ts';
import { SharedFixtures } from '../e2e/states/sharedFixtures.ts';
import { type State, Visit } from '../e2e/states/visit.ts';
import { type Look, VisitPage } from '../e2e/states/visitPage.ts';
import { readOptions, type Options } from './options.ts';
import { type Picture, writeContactSheet } from './contactSheet.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** One visit per language, and per width where a resize would close the state; theme and width are otherwise changed in place. */
async function takeAllLooks(
  state: State,
  fixtures: SharedFixtures,
  pages: VisitPage,
  wanted: Options,
  folder: string,
): Promise<Picture[]> {
  const taken: Picture[] = [];
  const screenshot = async (visit: Visit, { theme, width, locale }: Look) => {
    const look = `${theme}-${width}-${locale}`;
    const file = `${state.name}.${look}.png`;
    // A bar that sticks to the top would be in the middle of a whole page.
    if (!state.windowOnly) await visit.page.evaluate(() => scrollTo(0, 0));
    await visit.page.screenshot({ path: join(folder, file), fullPage: !state.windowOnly });
    taken.push({ state: state.name, file, look });
  };
  for (const locale of wanted.locales) {
    const groups = state.closesOnResize ? wanted.widths.map((width) => [width]) : [wanted.widths];
    for (const widths of groups) {
      const visit = await Visit.to(state, fixtures, pages, { theme: 'light', width: widths[0] ?? 1280, locale });
      for (const width of widths) {
        await visit.resize(width);
        for (const theme of wanted.themes) {
          await visit.setTheme(theme);
          await screenshot(visit, { theme, width, locale });
        }
      }
      await visit.close();
    }
  }
  return taken;
}

async function takeAll(browser: Browser, fixtures: SharedFixtures, wanted: Options, folder: string): Promise<string[]> {
  const context = await browser.createBrowserContext();
  const pages = new VisitPage(() => context);
  const pictures: Picture[] = [];
  const failed: string[] = [];
  for (const [at, state] of wanted.states.entries()) {
    const startedMs = performance.now();
    try {
      pictures.push(...(await takeAllLooks(state, fixtures, pages, wanted, folder)));
      say(`${at + 1}/${wanted.states.length} ${state.name} ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    } catch (error) {
      failed.push(state.name);
      say(`${at + 1}/${wanted.states.length} ${state.name} FAILED: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await writeContactSheet(folder, pictures);
  return failed;
}

const wanted = readOptions(process.argv.slice(2));
const folder = resolve(wanted.folder);
await mkdir(folder, { recursive: true });
await startTestCluster();
const fixtures = new SharedFixtures();
const browser = await launchBrowser();
try {
  const missed = await takeAll(browser, fixtures, wanted, folder);
  say(join(folder, 'index.html'));
  if (missed.length > 0) {
    say(`Not reached: ${missed.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await fixtures.stop();
  await stopTestCluster();
}
