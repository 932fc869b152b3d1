/**
 * Reaches each state once and checks it: no console message, axe in the light theme on a wide screen; then on a phone in the dark
 * theme that nothing is cut off or too wide, every other state in English and by axe, the rest in German. `npm run test:all` does
 * both on each state, and lets axe check contrast, which the design tokens' test covers in each theme.
 */
import type { Browser } from 'puppeteer';
import { axeViolations } from '../../support/axe.ts';
import { connectBrowser } from '../../support/browsers.ts';
import { isFull } from '../../support/scale.ts';
import { type SharedContext, sharedContext } from '../../support/sharedContext.ts';
import type { State } from '../states/visit.ts';
import { type Look, Visit } from '../states/visit.ts';
import { SharedFixtures } from '../states/sharedFixtures.ts';

const WIDE_PX = 1280;
const PHONE_PX = 390;
const NARROW_PHONE_PX = 360;

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
    'h1, h2, label, button, .tile, .card, [role="alert"], [role="status"], [role="dialog"], [id$="-error"]',
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

async function overflowIn(visit: Visit): Promise<string[]> {
  const found: string[] = [];
  for (const width of isFull ? [PHONE_PX, NARROW_PHONE_PX] : [NARROW_PHONE_PX]) {
    await visit.resize(width);
    found.push(...(await visit.page.evaluate(overflowing)).map((line) => `${visit.locale} at ${width} px: ${line}`));
  }
  return found;
}

async function violationsIn(visit: Visit, contrast: boolean): Promise<string[]> {
  await visit.page.evaluate(() => scrollTo(0, 0));
  // The page behind a dialog is a state of its own.
  const dialog = '[role="dialog"]';
  const within = (await visit.page.$(dialog)) === null ? 'html' : dialog;
  return (await axeViolations(visit.page, within, { contrast })).map((violation) => `${visit.look}: ${violation}`);
}

const unexpectedErrors = ({ pageErrors }: Visit, { expectedErrors }: State): string[] =>
  pageErrors.all().filter((line) => !expectedErrors?.test(line));

/** What the phone is used for. */
interface PhoneChecks {
  readonly english: boolean;
  readonly german: boolean;
}

async function problemsOf(
  state: State,
  { english, german }: PhoneChecks,
  fixtures: SharedFixtures,
  shared: SharedContext,
): Promise<string[]> {
  const found: string[] = [];
  const visitAndCollect = async (look: Look, findings: (visit: Visit) => Promise<string[]>) => {
    await shared.keepProcess((await fixtures.site(state.site)).url);
    const visit = await Visit.to(state, fixtures, shared.context, look);
    found.push(...(await findings(visit)), ...unexpectedErrors(visit, state));
    await visit.close();
  };
  const inEnglish = async (visit: Visit) => [...(await violationsIn(visit, false)), ...(await overflowIn(visit))];
  const onPhone = { theme: 'dark', width: PHONE_PX } as const;
  const isGermanInPlace = !state.closesOnResize && !state.reachedAgainInGerman;
  await visitAndCollect({ theme: 'light', width: WIDE_PX, locale: 'en-US' }, async (visit) => {
    const problems = await violationsIn(visit, isFull);
    if (state.closesOnResize) return problems;
    await visit.resize(PHONE_PX);
    await visit.setTheme('dark');
    if (english) problems.push(...(await inEnglish(visit)));
    if (german && isGermanInPlace) {
      await visit.setLocale('de');
      problems.push(...(await overflowIn(visit)));
    }
    return problems;
  });
  if (state.closesOnResize && english) await visitAndCollect({ ...onPhone, locale: 'en-US' }, inEnglish);
  if (german && !isGermanInPlace) await visitAndCollect({ ...onPhone, locale: 'de' }, overflowIn);
  return found;
}

/** Declares one test per state. */
export function testStates(states: readonly State[]): void {
  let browser: Browser;
  let shared: SharedContext;
  let fixtures: SharedFixtures;

  beforeAll(async () => {
    browser = await connectBrowser();
    shared = await sharedContext(browser);
    fixtures = new SharedFixtures();
  });
  afterAll(async () => {
    await shared.close();
    await browser.disconnect();
    await fixtures.stop();
  });

  test.each(states.map((state, index) => [state.name, state, index % 2 === 0] as const))(
    '%s has no accessibility, layout or console problems',
    async (_name, state, isEven) => {
      const checks = { english: isFull || isEven, german: isFull || !isEven };
      expect(await problemsOf(state, checks, fixtures, shared)).toEqual([]);
    },
  );
}
