/** The day's twelve tasks over a slow network, on a slow machine. */
import { PredefinedNetworkConditions } from 'puppeteer';
import { useBrowser } from '../../../support/browser.ts';
import { useServer } from '../../../support/useServer.ts';
import { MouseHands } from './MouseHands.ts';
import { performDay } from './story.ts';

const site = useServer();
const browser = useBrowser();

test('twelve tasks, one after the other, on slow 4G with a processor four times slower', async () => {
  const page = await browser.newPage();
  await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
  await page.emulateCPUThrottling(4);
  expect((await performDay(site, new MouseHands(page))).size).toBe(12);
});
