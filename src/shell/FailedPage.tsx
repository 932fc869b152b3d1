/** Never a white page: what breaks outside of a screen, in the frame around it, ends here. */
import { FailedCard } from '@src/navigation/ScreenError.tsx';
import { SignInFrame } from './SignInFrame.tsx';

export function FailedPage() {
  return (
    <SignInFrame>
      <FailedCard />
    </SignInFrame>
  );
}
