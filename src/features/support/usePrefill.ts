/**
 * Initial values of the form: the signed-in user and the reason for the request. The URL is untrusted, so it only selects
 * predefined texts.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { ReplyOf } from '@api/contract/index.ts';
import { supportReasonIn } from './supportReason.ts';

interface Values {
  readonly Username: string;
  readonly Email: string;
  readonly IssueDescription: string;
}

/** Set in the history entry by the page that links here. */
interface SupportEntry {
  readonly email?: string;
  readonly issueDescription?: string;
}

export function usePrefill(signedInAs: ReplyOf<'Support.FormConfiguration'>['signedInAs']): Values {
  const { t } = useTranslation('support');
  const location = useLocation();
  const [values] = useState(() => {
    const state = location.state as SupportEntry | null;
    const { about, reference } = supportReasonIn(location.search);
    const issue = [
      state?.issueDescription ?? (about && t(`about.${about}`)),
      reference && t('about.reference', { reference }),
    ].filter(Boolean);
    return {
      Username: signedInAs?.userName ?? '',
      Email: signedInAs?.email ?? state?.email ?? '',
      IssueDescription: issue.join(' '),
    };
  });
  return values;
}
