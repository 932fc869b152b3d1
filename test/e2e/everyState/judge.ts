/** Walks a list of states and judges each as it stands there: axe in both themes at both widths, nothing cut off or wider than a phone, no complaint. */
import type { Browser, BrowserContext } from 'puppeteer';
import { axeColourViolations, axeViolations } from '../../support/axe.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { State } from '../states/visit.ts';
import { type Look, type Theme, Visit } from '../states/visit.ts';
import { World } from '../states/world.ts';

const WIDE = 1280;
const PHONE = 390;
const NARROWEST = 360;

const english: Look = { theme: 'light', width: WIDE, locale: 'en-US' };

/** What is wider than the place it has. Runs in the page. */
function overflowing(): string[] {
  const root = document.documentElement;
  const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
  // What scrolls by itself and texts that end in an ellipsis are meant so.
  for (const element of document.querySelectorAll<HTMLElement>(
    'h1, h2, label, .button, .alert, .tile, .card, dialog[open], .field-error',
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
  return found;
}

async function overflowAt(visit: Visit, width: number): Promise<string[]> {
  await visit.resize(width);
  return (await visit.page.evaluate(overflowing)).map((line) => `${visit.locale} at ${width} px: ${line}`);
}

async function axeIn(visit: Visit, width: number, themes: readonly Theme[]): Promise<string[]> {
  const found: string[] = [];
  await visit.page.evaluate(() => scrollTo(0, 0));
  for (const theme of themes) {
    await visit.show(theme);
    // Whatever is not a colour is the same in both.
    const violations = await (theme === themes[0] ? axeViolations : axeColourViolations)(visit.page);
    found.push(...violations.map((violation) => `${theme} at ${width} px: ${violation}`));
  }
  return found;
}

const unexpected = ({ complaints }: Visit, { complains }: State): string[] =>
  complaints.all().filter((line) => !complains?.test(line));

async function judge(state: State, world: World, context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  const visited = async (look: Look, findings: (visit: Visit) => Promise<string[]>) => {
    const visit = await Visit.to(state, world, context, look);
    found.push(...(await findings(visit)), ...unexpected(visit, state));
    await visit.close();
  };
  const onPhone = async (visit: Visit) => [
    ...(await axeIn(visit, PHONE, ['dark', 'light'])),
    ...(await overflowAt(visit, PHONE)),
    ...(await overflowAt(visit, NARROWEST)),
  ];
  await visited(english, async (visit) => {
    const wide = await axeIn(visit, WIDE, ['light', 'dark']);
    if (state.closesOnResize) return wide;
    await visit.resize(PHONE);
    return [...wide, ...(await onPhone(visit))];
  });
  if (state.closesOnResize) await visited({ ...english, width: PHONE }, (visit) => axeIn(visit, PHONE, ['light', 'dark']));
  await visited({ theme: 'light', width: PHONE, locale: 'de' }, async (visit) => [
    ...(await overflowAt(visit, PHONE)),
    ...(await overflowAt(visit, NARROWEST)),
  ]);
  return found;
}

/** One test for each state of the list. */
export function judgeEvery(states: readonly State[]): void {
  let browser: Browser;
  let context: BrowserContext;
  let world: World;

  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.createBrowserContext();
    world = new World();
  });
  afterAll(async () => {
    await browser.close();
    await world.end();
  });

  test.each(states.map((state) => [state.name, state] as const))(
    '%s has nothing to mend',
    async (_name, state) => {
      expect(await judge(state, world, context)).toEqual([]);
    },
    60_000,
  );
}
