/** The audit report: filtering, deep links, paging with Back, and the CSV export. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'puppeteer';
import { axeViolations } from '../support/axe.ts';
import { type PageOptions, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { scaled } from '../support/scale.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fill, waitForPath, waitForText } from './pages/onPage.ts';

/** More events than the chart reads without the roll-up. */
const MANY = scaled(60_000, 200_000);
const many = MANY.toLocaleString('en-US');

describe('The audit report', () => {
  const site = useServer();
  const browser = useBrowser();

  beforeAll(async () => {
    // The report is ordered by `seq`: person_1 is the newest. Random notes can't be compressed, so the export is
    // larger than the buffers between server and browser.
    await site.database.query(
      `INSERT INTO audit_events (seq, event_id, at, actor, action, target, organisation_id, organisation, outcome, details)
       OVERRIDING SYSTEM VALUE
       SELECT (SELECT max(seq) FROM audit_events) + $1::int + 1 - n, gen_random_uuid(), now() - (n * interval '1 second'), 'crowd',
              'Users.Unlock', 'person_' || n, organisation_id, name, CASE WHEN n = 777 THEN 'refused' ELSE 'success' END,
              jsonb_build_object('note', (SELECT string_agg(md5(n || '/' || part), '') FROM generate_series(1, 16) part))
         FROM organisations, generate_series(1, $1::int) n WHERE name = 'Harbour Mutual'`,
      [MANY],
    );
    await site.database.query(
      `SELECT setval(pg_get_serial_sequence('audit_events', 'seq'), (SELECT max(seq) FROM audit_events))`,
    );
  });

  async function open(path: string, options?: PageOptions): Promise<Page> {
    const page = await browser.newPage(options);
    const login = new LoginPage(page, site);
    await login.open(path);
    await login.logIn('subadmin');
    // A narrow list has no column of its own for the time.
    await page.waitForSelector('[role="gridcell"][col-id="target"]');
    return page;
  }

  const press = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  const waitForRange = (page: Page, text: string) =>
    page.waitForFunction((wanted) => document.querySelector('main')?.textContent.includes(wanted), {}, text);
  const targets = (page: Page) =>
    page.$$eval('[role="gridcell"][col-id="target"]', (cells) =>
      cells
        .map((cell) => ({ at: Number(cell.closest('[role="row"]')?.getAttribute('row-index')), text: cell.textContent.trim() }))
        .sort((left, right) => left.at - right.at)
        .map(({ text }) => text),
    );

  const waitForOnly = (page: Page, target: string) =>
    page.waitForFunction(
      (wanted) => {
        const cells = [...document.querySelectorAll('[role="gridcell"][col-id="target"]')];
        return cells.length === 1 && cells[0]?.textContent.trim() === wanted;
      },
      {},
      target,
    );

  test('an event is found by filters, opened, left and restored by Back, and its link shows it to a colleague', async () => {
    const page = await open('/Users/Audit');
    await fill(page, '::-p-aria([name="Person"][role="combobox"])', 'crowd');
    await page.keyboard.press('Enter');
    await waitForPath(page, '/Users/Audit?person=crowd');
    await press(page, 'Filter');
    await page.waitForSelector('[role="dialog"] input[type="search"]:focus');
    await page.keyboard.type('outcome refused');
    await page.keyboard.press('Enter');
    await waitForOnly(page, 'person_777');
    await page.locator('[role="gridcell"][col-id="action"]').click();
    await page.waitForSelector('::-p-aria([name="Unlocking a user refused"][role="complementary"])');
    expect(await axeViolations(page)).toEqual([]);
    const link = page.url();

    await page.goBack();
    await page.waitForFunction(() => !document.querySelector('aside'));
    await page.goBack();
    await waitForRange(page, `of ${many}`);
    await page.goForward();
    await waitForRange(page, 'of 1');

    const colleague = await open(link.slice(site.url.length));
    await colleague.waitForSelector('::-p-aria([name="Unlocking a user refused"][role="complementary"])');
    expect(await colleague.$eval('aside', (panel) => panel.textContent)).toContain('person_777');
    await waitForOnly(colleague, 'person_777');
  });

  test('at least twelve rows of one line each are in view at 1280 by 800, and what is cut is whole on hover', async () => {
    const page = await open('/Users/Audit?range=all', { theme: 'light', width: 1280 });
    await page.setViewport({ width: 1280, height: 800 });
    const rowsInView = () =>
      page.$$eval('[role="row"][row-index]', (rows) => {
        const { bottom } = document.querySelector('.list-rows')?.getBoundingClientRect() ?? { bottom: 0 };
        return rows.filter((row) => row.getBoundingClientRect().bottom <= Math.min(bottom, innerHeight) + 1).length;
      });
    await eventually('twelve rows', async () => (await rowsInView()) >= 12);
    const heights = await page.$$eval('[role="row"][row-index]', (rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(32);
    const titles = await page.$$eval('[role="gridcell"] .cut[title]', (cells) =>
      cells.map((cell) => [cell.getAttribute('title'), cell.textContent]),
    );
    expect(titles.length).toBeGreaterThan(20);
    for (const [title, text] of titles) expect(title).toBe(text);
    const strip = await page.$eval('[role="slider"]', (chart) => chart.getBoundingClientRect().height);
    expect(strip).toBeLessThanOrEqual(48);
  });

  test('pages follow each other without a gap, and Back restores the last row', async () => {
    const page = await open('/Users/Audit?actor=crowd&range=all');
    await waitForRange(page, `of ${many}`);
    expect((await targets(page)).slice(0, 2)).toEqual(['person_1', 'person_2']);
    for (const row of [150, 290]) {
      await page.evaluate((index) => {
        const viewport = document.querySelector('[role="grid"]');
        const height = document.querySelector<HTMLElement>('[role="row"][row-index]')?.offsetHeight ?? 0;
        if (viewport) viewport.scrollTop = index * height;
      }, row);
      await page.waitForFunction(
        (index) =>
          document.querySelector(`[role="row"][row-index="${String(index)}"] [col-id="target"]`)?.textContent.trim() ===
          `person_${String(index + 1)}`,
        {},
        row,
      );
    }
    await page.locator('::-p-aria([name="Users"][role="link"])').click();
    await page.waitForSelector('[role="gridcell"][col-id="name"]');
    await page.goBack();
    await page.waitForFunction(
      () => document.querySelector('[role="row"][row-index="292"] [col-id="target"]')?.textContent.trim() === 'person_293',
    );
    expect(await page.$('[role="row"][row-index="0"]')).toBeNull();
  });

  test('bars of the chart narrow the report, by keyboard and by dragging, and its numbers are those of the report', async () => {
    const page = await open('/Users/Audit?action=Users.Unlock&range=month');
    await page.waitForSelector('[role="slider"] svg');
    const valueText = () => page.$eval('[role="slider"]', (slider) => slider.getAttribute('aria-valuetext') ?? '');
    const totalOf = (text: string) => /Total ([\d,]+)$/.exec(text)?.[1] ?? '';
    const isNarrowed = (narrowed: boolean) =>
      page.waitForFunction((wanted) => new URLSearchParams(location.search).has('from') === wanted, {}, narrowed);

    await page.focus('[role="slider"]');
    await page.keyboard.press('End');
    const last = await valueText();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      (former) => document.querySelector('[role="slider"]')?.getAttribute('aria-valuetext') !== former,
      {},
      last,
    );
    const bar = await valueText();
    expect(bar).toMatch(/[AP]M: Success [\d,]+, Failed 0, Refused \d, Total [\d,]+$/);
    await page.keyboard.press('Enter');
    await isNarrowed(true);
    await waitForRange(page, `of ${totalOf(bar)}`);
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'slider');
    await page.keyboard.press('Escape');
    await isNarrowed(false);
    await page.waitForFunction(() => !document.querySelector('[aria-label="Events over time"][aria-busy="true"]'));

    const plot = await page.waitForSelector('[role="slider"] svg');
    const box = await plot?.boundingBox();
    if (!box) throw new Error('The chart has no size');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.5, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, y, { steps: 3 });
    await page.mouse.move(box.x + box.width - 2, y);
    await page.mouse.up();
    await isNarrowed(true);
    await press(page, 'Back to the previous period');
    await isNarrowed(false);

    await press(page, 'Open chart');
    await press(page, 'Show as table');
    await page.waitForSelector('[role="region"][tabindex] tbody tr');
    const rows = await page.$$eval('[role="region"][tabindex] tbody tr td:last-child', (cells) =>
      cells.map(({ textContent }) => Number(textContent.replaceAll(',', ''))),
    );
    const total = rows.reduce((sum, events) => sum + events, 0);
    expect(total).toBeGreaterThanOrEqual(MANY);
    await waitForRange(page, `of ${total.toLocaleString('en-US')}`);
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${site.url}/Users/Audit?person=crowd&range=month`);
    await press(page, 'Open chart');
    await waitForText(page, 'Only the newest 10,000 matching events are drawn.');
  });

  describe('export', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'audit-export-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    async function allowDownloads(page: Page): Promise<CDPSession> {
      const session = await page.createCDPSession();
      await session.send('Browser.setDownloadBehavior', {
        behavior: 'allow',
        downloadPath: folder,
        browserContextId: page.browserContext().id ?? '',
      });
      return session;
    }
    const csvFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.csv'));
    const exported = () =>
      site.database.query<{ actor: string; target: string; organisation: string; outcome: string; details: unknown }>(
        `SELECT actor, target, organisation, outcome, details FROM audit_events
          WHERE action = 'Users.AuditReport' AND details ? 'export' ORDER BY seq`,
      );
    /** The day in the browser's time zone, which is this machine's. */
    const day = (daysAgo: number) => {
      const at = new Date();
      return new Date(at.getFullYear(), at.getMonth(), at.getDate() - daysAgo);
    };

    test('a finished export has every one of many events once, is named after its organisation and date, and is audited', async () => {
      const page = await open('/Users/Audit?actor=crowd');
      await waitForRange(page, `of ${many}`);
      await allowDownloads(page);
      await press(page, 'Export');
      await press(page, 'CSV');
      const name = await eventually('the file', async () => (await csvFiles())[0]);
      const from = expect.stringMatching(/T00:00:00[+-]\d\d:\d\d$/) as string;
      const named = (date: Date) => date.toLocaleDateString('sv');
      expect(name).toBe(`audit-Harbour Mutual-${named(day(6))}-${named(new Date())}.csv`);
      await page.waitForFunction((saved) => document.body.textContent.includes(`Saved as ${saved}`), {}, name);
      const text = await eventually('all of it', async () => {
        const content = await readFile(join(folder, name), 'utf8');
        return content.split('\n').length > MANY + 1 && content;
      });
      const [head, ...lines] = text.trimEnd().split(/\r?\n/);
      expect(head).toBe(
        '\ufeffeventId,at,actor,onBehalfOf,action,sentence,target,organisation,outcome,outcomeText,ip,userAgent,details',
      );
      expect(lines).toHaveLength(MANY);
      const people = lines.map((line) => Number(/\bperson_(\d+)\b/.exec(line)?.[1]));
      expect(people.findIndex((person, at) => person !== at + 1)).toBe(-1);
      expect(new Set(lines.map((line) => line.split(',', 1)[0])).size).toBe(MANY);

      const common = { actor: 'subadmin', target: 'audit', organisation: 'Harbour Mutual', outcome: 'success' };
      expect(await exported()).toEqual([{ ...common, details: { export: 'csv', actor: 'crowd', from } }]);
      await page.goto(`${site.url}/Users/Audit?actor=subadmin&action=Users.AuditReport`);
      await eventually('the export in the report', async () => (await targets(page)).join() === 'audit');
    });
  });
});
