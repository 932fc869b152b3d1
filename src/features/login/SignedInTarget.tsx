/** Beside the login form: redirects a user who is already signed in. */
import { useParams } from 'react-router';
import { useFetchLoginPageQuery } from '@api/client/login.api.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useReturnUrl } from '@src/navigation/returnUrl.ts';
import { useSignedInTarget } from './useSignedInTarget.ts';

export default function SignedInTarget() {
  const { defaultApplication } = usePageConfig();
  const { application = defaultApplication } = useParams();
  const returnUrl = useReturnUrl();
  const { data: page } = useFetchLoginPageQuery(returnUrl ? { returnUrl } : {});
  useSignedInTarget(page, application);
  return null;
}
