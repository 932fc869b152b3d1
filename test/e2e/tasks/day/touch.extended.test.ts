/** The day's twelve tasks on a phone. */
import { useBrowser } from '../../../support/browser.ts';
import { useServer } from '../../../support/useServer.ts';
import { documentedEfforts, performDay } from './story.ts';
import { TouchHands } from './TouchHands.ts';

const site = useServer();
const browser = useBrowser();

test('twelve tasks, one after the other, by touch at 390 px, with as many taps as documented', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  expect(await performDay(site, new TouchHands(page))).toEqual(await documentedEfforts('touch'));
});
