/** Forgotten password: without a link requests one, with a link sets the new password. */
import { useLocation } from 'react-router';
import { useMailedLink } from '@src/navigation/mailedLink.ts';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { ChoosePassword } from './ChoosePassword.tsx';
import type { ProofEntry } from './useLinkProof.ts';
import { RequestLink } from './RequestLink.tsx';

export default function ForgottenPasswordPage() {
  const link = useMailedLink();
  const entry = useLocation().state as ProofEntry | null;
  if (link === 'arriving') return <CardSkeleton />;
  if (link || entry?.provenUntil || entry?.isGone) return <ChoosePassword />;
  return <RequestLink />;
}
