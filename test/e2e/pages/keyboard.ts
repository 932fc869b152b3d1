/** Keyboard-only operation: Tab until the wanted control has a visible focus, then keys. */
import type { KeyInput, Page } from 'puppeteer';
import type { Client } from '../../support/client.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';

interface Focused {
  readonly name: string;
  /** Whether it has a focus indicator and is inside the window. */
  readonly isSeen: boolean;
}

/** Runs in the page. */
function focused(): Focused {
  const element = document.activeElement as HTMLElement;
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let content = '';
  while (texts.nextNode()) content += ` ${(texts.currentNode as Text).data}`;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  // antd marks the frame around a field and its button.
  const isMarked = [element, element.closest('[class*="-focused"]') ?? element]
    .map((marked) => getComputedStyle(marked))
    .some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none');
  return { name: (label ?? content).replaceAll(/\s+/g, ' ').trim(), isSeen: isInside && isMarked };
}

/** More tab stops than any page has. */
const MAX_TAB_STOPS = 60;

interface Way {
  readonly maxTabs?: number;
  /** Presses Shift+Tab instead. */
  readonly back?: boolean;
}

/** @throws when `maxTabs` do not reach a control of this name, or when its focus can't be seen. */
export async function tabTo(page: Page, name: string, { maxTabs = MAX_TAB_STOPS, back = false }: Way = {}): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop <= maxTabs; stop += 1) {
    const here = await page.evaluate(focused);
    if (here.name === name) {
      if (!here.isSeen) throw new Error(`"${name}" has the focus, but that cannot be seen`);
      return;
    }
    passed.push(here.name.slice(0, 40));
    if (back) await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    if (back) await page.keyboard.up('Shift');
  }
  throw new Error(`Tab does not lead to "${name}"; it leads past ${passed.join(', ')}`);
}

export async function typeInto(page: Page, label: string, text: string, way?: Way): Promise<void> {
  await tabTo(page, label, way);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
}

export async function pressOn(page: Page, name: string, key: KeyInput = 'Enter', way?: Way): Promise<void> {
  await tabTo(page, name, way);
  await page.keyboard.press(key);
}

/**
 * Call before the page is opened. @returns a function that tells whether a mouse or a finger was used, which a story with keys
 * alone must not do
 */
export async function watchMouse(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluateOnNewDocument(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
      addEventListener(kind, () => sessionStorage.setItem('mouse', kind), true);
  });
  return () => page.evaluate(() => sessionStorage.getItem('mouse') !== null);
}

/** Opens an address for a user who has only the keyboard, and may use the clipboard. */
export async function openByKeys(page: Page, client: Client, path: string) {
  const isMouseUsed = await watchMouse(page);
  for (const name of ['clipboard-read', 'clipboard-write'])
    await page.browserContext().setPermission(client.url, { permission: { name }, state: 'granted' });
  await copySessionToPage(client, page);
  await page.goto(client.url + path);
  return { isMouseUsed };
}
