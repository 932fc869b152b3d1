/**
 * Initial values of the form: the signed-in user and the reason for the request. The URL is untrusted, so it only selects
 * predefined texts.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { ReplyOf } from '@api/contract/index.ts';
import type { SupportSubject } from '@src/navigation/supportLink.ts';

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

const subjects = ['invitation', 'authenticator', 'login', 'fault'] as const satisfies readonly SupportSubject[];

/** Groups of letters and digits, such as `L-20261121-101533` or `7F3A09BC`; too short for a sentence. */
const REFERENCE = /^[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,12}){0,3}$/;

/**
 * The reason in the query of the form's address. The address is untrusted: it chooses one of our phrases, and the reference must
 * look like one. It is separate from `supportLink.ts`, which is part of the first view.
 */
function supportReasonIn(search: string) {
  const query = new URLSearchParams(search);
  const reference = REFERENCE.exec(query.get('reference') ?? '')?.[0];
  return { about: subjects.find((subject) => subject === query.get('about')), reference };
}
