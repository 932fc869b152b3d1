/** The report as the address has it, and how to go to another. */
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useAddressQuery } from '@src/app/useAddressQuery.ts';
import { addressOf, type AuditView, type OpenEvent, readOpen, readView } from './auditView.ts';

interface AuditAddress {
  readonly view: AuditView;
  readonly open: OpenEvent | undefined;
  readonly go: (view: AuditView, open?: OpenEvent) => void;
}

export function useAuditAddress(): AuditAddress {
  const query = useAddressQuery();
  const navigate = useNavigate();
  // One and the same for one and the same report, whichever event of it is open.
  const text = addressOf(readView(query));
  const view = useMemo(() => readView(new URLSearchParams(text.split('?')[1])), [text]);
  const go = useCallback<AuditAddress['go']>((next, open) => void navigate(addressOf(next, open)), [navigate]);
  return { view, open: readOpen(query), go };
}
