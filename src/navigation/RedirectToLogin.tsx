/** `/` redirects to the login page and keeps `returnUrl`. */
import { Navigate } from 'react-router';
import { paths } from '@src/paths.ts';
import { returnUrlQuery, useReturnUrl } from './returnUrl.ts';

export function RedirectToLogin() {
  return <Navigate to={paths.login.to({}, returnUrlQuery(useReturnUrl()))} replace />;
}
