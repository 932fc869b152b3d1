/** Dialogs of signed-in pages, most urgent first, one at a time. */
import { useSelector } from 'react-redux';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectEndingAt, selectIsInterrupted, selectPerson, selectSelf } from '@store/session/session.slice.ts';
import { selectQuestion } from '@store/notices/questions.slice.ts';
import { ConfirmIdentityDialog } from '@src/session/ConfirmIdentityDialog.tsx';
import { LogInAgainDialog } from '@src/session/LogInAgainDialog.tsx';
import { AntdProvider } from './AntdProvider.tsx';
import { QuestionDialog } from './QuestionDialog.tsx';
import { SessionEndingDialog } from '@src/session/SessionEndingDialog.tsx';

export default function Dialogs() {
  return (
    <AntdProvider>
      <MostUrgentDialog />
    </AntdProvider>
  );
}

function MostUrgentDialog() {
  const person = useSelector(selectPerson);
  const isInterrupted = useSelector(selectIsInterrupted);
  const isIdentityAsked = useSelector(selectIsIdentityAsked);
  const question = useSelector(selectQuestion);
  const endsAt = useSelector(selectEndingAt);
  const self = useSelector(selectSelf);
  // An impersonation cannot be extended; its banner counts down and ends it.
  const endsImpersonation = self?.impersonatedBy?.expiresAt === self?.sessionExpiresAt && self !== null;

  if (isInterrupted && person) return <LogInAgainDialog person={person} />;
  if (isIdentityAsked) return <ConfirmIdentityDialog />;
  if (question) return <QuestionDialog key={question.id} question={question} />;
  return endsAt === null || endsImpersonation ? null : <SessionEndingDialog endsAt={endsAt} />;
}
