/** The application that the address of the login form names. */
import { useParams } from 'react-router';
import type { Application } from '@src/pageConfig/pageConfig.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';

/** Undefined if there is none of this name. Any name is accepted where the page does not know the applications. */
export function useNamedApplication(): Application | undefined {
  const { applications, defaultApplication } = usePageConfig();
  const { application: name = defaultApplication } = useParams();
  return applications
    ? applications.find(({ applicationName }) => applicationName === name)
    : { applicationName: name, displayName: name };
}
