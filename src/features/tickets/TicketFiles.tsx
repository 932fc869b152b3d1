/** Files of a ticket: saved, never shown. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { downloadAttachment } from '@api/client/tickets.api.ts';
import type { TicketDetail } from '@api/contract/tickets.ts';
import { useFormats } from '@src/i18n/useFormats.ts';

const KIB = 1024;

export function TicketFiles({ ticket: { ticketNumber, attachments } }: { readonly ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const formats = useFormats();
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the thunk's extra argument is that of the store
  const dispatch = useDispatch<ThunkDispatch<unknown, any, UnknownAction>>();
  if (attachments.length === 0) return null;
  return (
    <ul className="plain-list" aria-label={t('panel.files')}>
      {attachments.map(({ attachmentId, fileName, size }) => (
        <li key={attachmentId} className="row row-tight">
          <Button
            type="link"
            size="small"
            className="flush-start"
            onClick={() => void dispatch(downloadAttachment({ ticketNumber, attachmentId }, { fileName }))}
          >
            {t('panel.download', { name: fileName })}
          </Button>
          <span className="muted small">{t('panel.kilobytes', { size: formats.number(Math.ceil(size / KIB)) })}</span>
        </li>
      ))}
    </ul>
  );
}
