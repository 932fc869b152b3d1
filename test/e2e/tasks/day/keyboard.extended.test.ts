/** The day's twelve tasks with the keyboard alone. */
import { useBrowser } from '../../../support/browser.ts';
import { useServer } from '../../../support/useServer.ts';
import { watchMouse } from '../../pages/keyboard.ts';
import { KeyboardHands } from './KeyboardHands.ts';
import { documentedEfforts, performDay } from './story.ts';

const site = useServer();
const browser = useBrowser();

test('twelve tasks, one after the other, without a mouse, with as many keys as documented', async () => {
  const page = await browser.newPage();
  const isMouseUsed = await watchMouse(page);
  expect(await performDay(site, new KeyboardHands(page))).toEqual(await documentedEfforts('keyboard'));
  expect(await isMouseUsed()).toBe(false);
});
