/** The parts beside the login form that need the open store. */
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useFetchLoginPageQuery } from '@api/client/login.api.ts';
import { supportsPasskeys } from '@src/browser/passkeySupport.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { useReturnUrl } from '@src/navigation/returnUrl.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useNamedApplication } from './useNamedApplication.ts';
import { useSignedInTarget } from './useSignedInTarget.ts';

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

/** Beside the login form: redirects a user who is already signed in. */
function SignedInTarget() {
  const { defaultApplication } = usePageConfig();
  const { application = defaultApplication } = useParams();
  const returnUrl = useReturnUrl();
  const [query] = useSearchParams();
  const { data: page } = useFetchLoginPageQuery(returnUrl ? { returnUrl } : {});
  // An application may ask for a new login of a user who is logged in (OpenID Connect, prompt=login).
  useSignedInTarget(query.has('again') ? undefined : page, application);
  return null;
}
