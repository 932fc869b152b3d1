/** The parts beside the login form that need the open store. */
import { Component, lazy, Suspense, type ReactNode } from 'react';
import { supportsPasskeys } from '@src/browser/passkeySupport.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import SignedInTarget from './SignedInTarget.tsx';
import { useNamedApplication } from './useNamedApplication.ts';

const PasskeyLogin = lazy(withPhrases(['passkeys'], () => import(/* webpackChunkName: "passkeys" */ './PasskeyLogin.tsx')));
const SsoLogin = lazy(withPhrases(['sso'], () => import(/* webpackChunkName: "sso" */ './SsoLogin.tsx')));

/** Leaves the form usable if the code of a part cannot be loaded. */
class Optional extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}

export default function AfterLoginForm() {
  if (!useNamedApplication()) return null;
  return (
    <>
      <SignedInTarget />
      <Optional>
        <Suspense>
          <SsoLogin />
        </Suspense>
      </Optional>
      {supportsPasskeys() && (
        <Optional>
          <Suspense>
            <PasskeyLogin />
          </Suspense>
        </Optional>
      )}
    </>
  );
}
