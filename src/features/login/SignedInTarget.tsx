/** Beside the login form: redirects a user who is already signed in. */
import { useParams, useSearchParams } from 'react-router';
import { useFetchLoginPageQuery } from '@api/client/login.api.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useReturnUrl } from '@src/navigation/returnUrl.ts';
import { useSignedInTarget } from './useSignedInTarget.ts';

export default function SignedInTarget() {
  const { defaultApplication } = usePageConfig();
  const { application = defaultApplication } = useParams();
  const returnUrl = useReturnUrl();
  const [query] = useSearchParams();
  const { data: page } = useFetchLoginPageQuery(returnUrl ? { returnUrl } : {});
  // An application may ask for a new login of a user who is logged in (OpenID Connect, prompt=login).
  useSignedInTarget(query.has('again') ? undefined : page, application);
  return null;
}
