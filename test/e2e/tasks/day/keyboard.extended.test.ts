/** The day's twelve tasks with the keyboard alone. A notice that is still shown takes a key more: documented is the most. */
import { useBrowser } from '../../../support/browser.ts';
import { useServer } from '../../../support/useServer.ts';
import { watchMouse } from '../../pages/keyboard.ts';
import { KeyboardHands } from './KeyboardHands.ts';
import { documentedEfforts, performDay } from './story.ts';

const site = useServer();
const browser = useBrowser();

const keysIn = (effort = ''): number => Number(effort.split(' ')[0]);

test('twelve tasks, one after the other, without a mouse, with no more keys than documented', async () => {
  const page = await browser.newPage();
  const isMouseUsed = await watchMouse(page);
  const documented = await documentedEfforts('keyboard');
  const over = [...(await performDay(site, new KeyboardHands(page)))].filter(
    ([label, effort]) => !(keysIn(effort) <= keysIn(documented.get(label))),
  );
  expect(over).toEqual([]);
  expect(await isMouseUsed()).toBe(false);
});
