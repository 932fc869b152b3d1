/** The day's twelve tasks with mouse and keys. */
import { useBrowser } from '../../../support/browser.ts';
import { useServer } from '../../../support/useServer.ts';
import { MouseHands } from './MouseHands.ts';
import { documentedEfforts, performDay } from './story.ts';

const site = useServer();
const browser = useBrowser();

test('twelve tasks, one after the other, with as many interactions as documented', async () => {
  expect(await performDay(site, new MouseHands(await browser.newPage()))).toEqual(await documentedEfforts('mouse'));
});
