/** Asks axe what a page, as it stands now, does wrong by WCAG 2.2 A and AA. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'puppeteer';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** The rules whose answer can change with the colours alone. */
const aboutColours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] };

/** One line per violation and element; empty when there is nothing to mend. */
export const axeViolations = (page: Page, within?: ElementContext): Promise<string[]> => judge(page, within, options);

/** The same of what another theme could have changed, for a page that was judged whole in one. */
export const axeColourViolations = (page: Page): Promise<string[]> => judge(page, 'html', aboutColours);

async function judge(page: Page, within: ElementContext = 'html', run: RunOptions): Promise<string[]> {
  // Run by the debugger, so that the page's security policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const results = (await page.evaluate(
    (context, how) =>
      (window as unknown as { axe: { run(context: unknown, options: unknown): Promise<unknown> } }).axe.run(context, how),
    within as never,
    run as never,
  )) as AxeResults;
  return results.violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} — ${node.target.join(' ')}`));
}
