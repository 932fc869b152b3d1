/** Error page for errors outside of a screen, so that the page is never blank. */
import { FailedCard } from '@src/navigation/ScreenError.tsx';
import { SignInFrame } from './SignInFrame.tsx';

export function FailedPage() {
  return (
    <SignInFrame>
      <FailedCard />
    </SignInFrame>
  );
}
