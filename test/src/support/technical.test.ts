/**
 * Technical fields of a support ticket by SPEC.md point 3, read from the browser.
 * @jest-environment <rootDir>/test/support/jsdomEnvironment.ts
 */
import { readTechnical } from '../../../src/features/support/technical.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const read = (userAgent: string) => {
  const agent = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const technical = readTechnical('de');
  agent.mockRestore();
  return technical;
};

test('every field is there', () => {
  expect(read(windows)).toEqual({
    OperatingSystem: 'Windows 10.0',
    Browser: 'Chrome 140.0.0.0',
    HasCookies: 'true',
    Language: 'de',
    ViewportW: String(innerWidth),
    ViewportH: String(innerHeight),
    ScreenW: String(screen.width),
    ScreenH: String(screen.height),
    UserAgent: windows,
  });
});

test.each([
  [`${windows} Edg/140.0.3485.54`, 'Edge 140.0.3485.54', 'Windows 10.0'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143.0', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18.6',
    'iOS 18.6',
  ],
  ['something else', '', ''],
])('%s', (userAgent, Browser, OperatingSystem) => {
  expect(read(userAgent)).toMatchObject({ Browser, OperatingSystem });
});
