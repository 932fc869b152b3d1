/** Copying is answered also where the browser has no clipboard. */
import { copyText } from '@src/browser/clipboard.ts';

test('a text is not copied without a clipboard, and the caller hears of it', async () => {
  expect('clipboard' in navigator).toBe(false);
  await expect(copyText('ABCD')).rejects.toThrow('No clipboard');
});
