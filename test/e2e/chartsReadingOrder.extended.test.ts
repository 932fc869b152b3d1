/** A screen reader reads the charts in a useful order, by the accessibility tree. */
import type { Page, SerializedAXNode } from 'puppeteer';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';
import { press } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(site.url + path);
  await page.waitForSelector('[role="slider"] svg');
  return page;
}

const UNREAD = new Set([
  'generic',
  'none',
  'paragraph',
  'list',
  'listitem',
  'ListMarker',
  'LabelText',
  'InlineTextBox',
  'rowgroup',
]);
const NAMED_BY_CONTENT = new Set(['button', 'columnheader', 'heading', 'link', 'row', 'rowheader']);

/** "role: name (description)", in reading order; texts that are part of a name are left out. */
async function readingOrder(page: Page, within: string): Promise<string[]> {
  const root = await page.waitForSelector(within);
  const tree = await page.accessibility.snapshot({ ...(root && { root }), interestingOnly: false });
  const linesOf = ({ role, name = '', description, children = [] }: SerializedAXNode): string[] => {
    const inner = children.flatMap(linesOf);
    if (UNREAD.has(role)) return inner;
    return [
      `${role}: ${name}${description ? ` (${description})` : ''}`,
      ...inner.filter((line) => !(NAMED_BY_CONTENT.has(role) && /^(?:StaticText|image): /.test(line))),
    ];
  };
  return tree === null ? [] : linesOf(tree);
}

/** The value texts of sliders; Chrome's protocol leaves it empty. */
const valueTexts = (page: Page) =>
  page.$$eval('[role="slider"]', (sliders) => sliders.map((slider) => slider.getAttribute('aria-valuetext')));

test('overview: the chart is named, explained and described in words before its table', async () => {
  const page = await open('/Overview');
  const region = 'section:has([role="slider"])';
  const lines = await readingOrder(page, region);
  const label = 'By hour, the last 24 hours';
  expect(lines).toEqual([
    'region: Logins',
    'heading: Logins',
    `heading: ${label}`,
    'StaticText: Logins',
    'StaticText: Failures',
    'StaticText: Usual at this hour',
    `slider: ${label} (Arrow keys move from bar to bar.)`,
    'StaticText: Arrow keys move from bar to bar.',
    'button: Show as table',
  ]);
  expect(await valueTexts(page)).toEqual([
    expect.stringMatching(/^.+: Logins \d+, Failures \d+, Total \d+, Usual at this hour \d+$/),
  ]);

  await press(page, 'Show as table');
  const table = await page.waitForSelector('[role="region"] table');
  const rows = await table?.$$eval('tbody tr', (all) => all.map((row) => row.querySelector('th')?.textContent));
  expect(rows).toHaveLength(24);
  const read = await readingOrder(page, '[role="region"]:has(> table)');
  expect(read.filter((line) => !line.startsWith('row')).slice(0, 7)).toEqual([
    'region: By hour, the last 24 hours',
    'table: ',
    'columnheader: Time',
    'columnheader: Logins',
    'columnheader: Failures',
    'columnheader: Total',
    'columnheader: Usual at this hour',
  ]);
  expect(read.filter((line) => line.startsWith('rowheader: '))).toEqual(rows?.map((row) => `rowheader: ${row ?? ''}`));
  expect(await axeViolations(page, region)).toEqual([]);
});

test('audit report: its filters come before the chart, this before its table, and that before the events', async () => {
  const page = await open('/Users/Audit');
  await page.waitForSelector('[role="gridcell"]');
  const order = async (parts: readonly string[]) => {
    const lines = await readingOrder(page, 'main');
    const places = parts.map((part) => lines.findIndex((line) => line.startsWith(part)));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    return lines;
  };
  const before = ['heading: Audit report', 'search: Filter the report', 'slider: '];
  await order([...before, 'button: Open chart', 'grid: ']);
  await press(page, 'Open chart');
  await page.waitForSelector('::-p-aria([name="Close chart"][role="button"])');
  const lines = await order([...before, 'button: Show as table', 'button: Close chart', 'grid: ']);
  expect(lines.filter((line) => line.startsWith('image: '))).toEqual([]);
  expect(await valueTexts(page)).toEqual([expect.stringMatching(/^.+: .*Total [\d,]+$/)]);
});
