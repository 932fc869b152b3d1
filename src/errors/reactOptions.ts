/**
 * React's error callbacks report to the operator; error boundaries inform the user. Sentry's own boundary is not used: from React 19 on
 * its makers recommend these callbacks, and the boundary would bring Sentry into the first view.
 */
import type { RootOptions } from 'react-dom/client';
import type { ClientOnErrorFunction } from 'react-router';
import { SessionCheckError } from '@src/navigation/navigationErrors.ts';
import { report } from './errorReporting.ts';

const reportFrom =
  (where: string) =>
  (error: unknown, { componentStack }: { readonly componentStack?: string | undefined }) => {
    report(error, where, componentStack);
  };

export const reactOptions = {
  onUncaughtError: reportFrom('react'),
  onCaughtError: reportFrom('screen'),
  onRecoverableError: reportFrom('recovered'),
} satisfies RootOptions;

/** Only failed loads of a screen: errors while rendering are reported by React. */
export const reportNavigationError: ClientOnErrorFunction = (error, { errorInfo }) => {
  if (!errorInfo && !(error instanceof SessionCheckError)) report(error, 'navigation');
};
