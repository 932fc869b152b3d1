/**
 * Reaches each state once, every other one in German, and checks it: no console message, axe on a wide screen, and on a phone that
 * nothing is cut off or too wide. `npm run test:all` reaches each in both languages, runs axe on the phone in the dark theme too,
 * and lets it check contrast, which the design tokens' test covers in each theme.
 */
import type { Browser } from 'puppeteer';
import { axeViolations } from '../../support/axe.ts';
import { connectBrowser } from '../../support/browsers.ts';
import { isFull } from '../../support/scale.ts';
import { type SharedContext, sharedContext } from '../../support/sharedContext.ts';
import { SharedFixtures } from '../states/sharedFixtures.ts';
import { type State, Visit } from '../states/visit.ts';
import { type Look, VisitPage } from '../states/visitPage.ts';

type Locale = Look['locale'];

const WIDE_PX = 1280;
const PHONES_PX = isFull ? [390, 360] : [360];

/** Elements wider than their box, and labels higher than theirs. Runs in the page. */
function overflowing(): string[] {
  const root = document.documentElement;
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement));
  const names = [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > root.clientWidth && !isClipped(element.parentElement))
    .map(({ localName, className }) => `${localName}.${className}`);
  const found =
    root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide: ${names.slice(0, 5).join(', ')}`] : [];
  // Scrolling elements and texts with an ellipsis are intended.
  for (const element of document.querySelectorAll<HTMLElement>(
    'h1, h2, label, button, main li > a, main section, [role="alert"], [role="status"], [role="dialog"], [id$="-error"]',
  )) {
    if (
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'hidden' &&
      element.clientWidth > 1
    )
      found.push(
        `${element.localName}.${element.className} is ${element.scrollWidth} px wide: ${element.textContent.slice(0, 40)}`,
      );
  }
  for (const label of document.querySelectorAll<HTMLElement>('label')) {
    if (label.clientHeight > 1 && label.scrollHeight > label.clientHeight + 1)
      found.push(`the label "${label.textContent}" is higher than its box`);
  }
  return found;
}

async function overflowIn({ page, look }: Visit): Promise<string[]> {
  return (await page.evaluate(overflowing)).map((line) => `${look}: ${line}`);
}

async function violationsIn({ page, look }: Visit): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0));
  // The page behind a dialog is a state of its own.
  const dialog = '[role="dialog"]';
  const within = (await page.$(dialog)) === null ? 'html' : dialog;
  return (await axeViolations(page, within, { contrast: isFull })).map((violation) => `${look}: ${violation}`);
}

const unexpectedErrors = ({ pageErrors }: Visit, { fails, expectedErrors = fails === undefined ? undefined : /503/ }: State) =>
  pageErrors.all().filter((line) => !expectedErrors?.test(line));

async function problemsOf(state: State, locale: Locale, fixtures: SharedFixtures, pages: VisitPage): Promise<string[]> {
  const visitAndCollect = async (look: Look, findings: (visit: Visit) => Promise<string[]>): Promise<string[]> => {
    const visit = await Visit.to(state, fixtures, pages, look);
    const found = [...(await findings(visit)), ...unexpectedErrors(visit, state)];
    await visit.close();
    return found;
  };
  const wide = { theme: 'light', width: WIDE_PX, locale } as const;
  const onPhone = async (visit: Visit) => [...(isFull ? await violationsIn(visit) : []), ...(await overflowIn(visit))];
  if (!state.closesOnResize) {
    return visitAndCollect(wide, async (visit) => {
      const problems = await violationsIn(visit);
      if (isFull) await visit.setTheme('dark');
      for (const width of PHONES_PX) {
        await visit.resize(width);
        problems.push(...(await onPhone(visit)));
      }
      return problems;
    });
  }
  const problems = isFull || locale === 'en-US' ? await visitAndCollect(wide, violationsIn) : [];
  if (isFull || locale === 'de')
    for (const width of PHONES_PX) problems.push(...(await visitAndCollect({ ...wide, width }, onPhone)));
  return problems;
}

/** Pairs each state with its language, or, in a full run, with both; states of a language come together, as they share a page. */
function localised(states: readonly State[]): (readonly [name: string, locale: Locale, state: State])[] {
  return (['en-US', 'de'] as const).flatMap((locale, remainder) =>
    states.filter((_state, index) => isFull || index % 2 === remainder).map((state) => [state.name, locale, state] as const),
  );
}

/** Declares one test per state and language. */
export function testStates(states: readonly State[]): void {
  let browser: Browser;
  let shared: SharedContext;
  let fixtures: SharedFixtures;
  let pages: VisitPage;

  beforeAll(async () => {
    browser = await connectBrowser();
    shared = await sharedContext(browser);
    fixtures = new SharedFixtures();
    pages = new VisitPage(() => shared.context);
  });
  afterAll(async () => {
    await shared.close();
    await browser.disconnect();
    await fixtures.stop();
  });

  test.each(localised(states))('%s in %s has no accessibility, layout or console problems', async (_name, locale, state) => {
    await shared.keepProcess((await fixtures.site(state.site)).url);
    expect(await problemsOf(state, locale, fixtures, pages)).toEqual([]);
  });
}
