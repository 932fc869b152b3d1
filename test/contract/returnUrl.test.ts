/** Return URLs: every address that a browser would resolve to another origin is rejected. */
import { safeReturnUrl } from '../../api/contract/returnUrl.ts';
import { APPLICATION, safeUrls, unsafeUrls } from './returnUrl.corpus.ts';

describe('a return address', () => {
  it.each(unsafeUrls.map((address) => [address.slice(0, 60), address]))('is refused: %j', (_start, address) => {
    expect(safeReturnUrl(address, [APPLICATION])).toBeNull();
  });

  it.each(safeUrls)('is kept as it is: %s', (address) => {
    expect(safeReturnUrl(address, [APPLICATION])).toBe(address);
  });

  it('may point to an application only if that is registered', () => {
    expect(safeReturnUrl('https://app.example.com/deep')).toBeNull();
  });

  it.each([null, undefined, 7, ['/Users'], { toString: () => '/Users' }])('is text, not %j', (value) => {
    expect(safeReturnUrl(value, [APPLICATION])).toBeNull();
  });

  it('stays on this origin when a browser resolves it', () => {
    const base = 'https://id.example.com/Login/Gatehouse?ReturnUrl=x';
    for (const address of [...unsafeUrls, ...safeUrls]) {
      const safe = safeReturnUrl(address);
      if (safe !== null) expect(new URL(safe, base).origin).toBe('https://id.example.com');
    }
  });
});
