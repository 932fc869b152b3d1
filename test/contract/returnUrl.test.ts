/** Where a sign-in may go on to: every address that a browser would read as another place is refused. */
import { safeReturnUrl } from '../../api/contract/returnUrl.ts';
import { APPLICATION, safeUrls, unsafeUrls } from './returnUrl.corpus.ts';

describe('a return address', () => {
  it.each(unsafeUrls.map((address) => [address.slice(0, 60), address]))('is refused: %j', (_beginning, address) => {
    expect(safeReturnUrl(address, [APPLICATION])).toBeNull();
  });

  it.each(safeUrls)('is kept as it is: %s', (address) => {
    expect(safeReturnUrl(address, [APPLICATION])).toBe(address);
  });

  it('leads to an application only where that is registered', () => {
    expect(safeReturnUrl('https://app.example.com/deep')).toBeNull();
  });

  it.each([null, undefined, 7, ['/Users'], { toString: () => '/Users' }])('is text, not %j', (value) => {
    expect(safeReturnUrl(value, [APPLICATION])).toBeNull();
  });

  it('stays on this origin wherever a browser resolves it', () => {
    const base = 'https://id.example.com/Login/Gatehouse?ReturnUrl=x';
    for (const address of [...unsafeUrls, ...safeUrls]) {
      const safe = safeReturnUrl(address);
      if (safe !== null) expect(new URL(safe, base).origin).toBe('https://id.example.com');
    }
  });
});
