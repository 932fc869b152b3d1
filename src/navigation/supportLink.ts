/** Links to the support form that say why the user comes. `usePrefill.ts` of that form reads them. */
import { paths } from '@src/paths.ts';

export type SupportSubject = 'invitation' | 'authenticator' | 'login' | 'fault';

interface SupportReason {
  readonly about: SupportSubject;
  /** Connects the ticket with what support can look up: a refused login or a reported error. */
  readonly reference?: string | undefined;
}

/** @param carried further query parameters */
export const supportLink = ({ about, reference }: SupportReason, carried: Readonly<Record<string, string>> = {}): string =>
  paths.contactSupport.to({}, { about, reference, ...carried });
