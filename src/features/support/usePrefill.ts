/** What the form is opened with: who is signed in, and what led here. The address may have been written by anybody, so it only chooses among our own words. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { ReplyOf } from '@api/contract/index.ts';

interface Values {
  readonly Username: string;
  readonly Email: string;
  readonly IssueDescription: string;
}

/** What a page that leads here leaves in the history entry. */
interface SupportEntry {
  readonly email?: string;
  readonly issueDescription?: string;
}

const subjects = ['invitation', 'authenticator'] as const;

export function usePrefill(signedInAs: ReplyOf<'Support.FormConfiguration'>['signedInAs']): Values {
  const { t } = useTranslation('support');
  const location = useLocation();
  const [values] = useState(() => {
    const query = new URLSearchParams(location.search);
    const entry = location.state as SupportEntry | null;
    const about = subjects.find((subject) => subject === query.get('about'));
    const reference = /^[A-Z]-\d{8}-\d{6}$/.exec(query.get('reference') ?? '')?.[0];
    const issue = [
      entry?.issueDescription ?? (about && t(`about.${about}`)),
      reference && t('about.reference', { reference }),
    ].filter(Boolean);
    return {
      Username: signedInAs?.userName ?? '',
      Email: signedInAs?.email ?? entry?.email ?? '',
      IssueDescription: issue.join('\n'),
    };
  });
  return values;
}
