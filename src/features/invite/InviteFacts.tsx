/** Inviter, organisation, email and expiry of an invitation. */
import { useTranslation } from 'react-i18next';
import type { InviteView } from '@api/contract/invite.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Breakable } from '@src/ui/Breakable.tsx';

export function InviteFacts({ view }: { readonly view: InviteView }) {
  const { t } = useTranslation('invite');
  const formats = useFormats();
  const facts = [
    [t('received.organisation'), view.organisationName],
    [t('received.inviter'), view.invitedBy],
    [t('received.email'), view.email],
    [t(view.state === 'Invited' ? 'received.until' : 'received.expired'), formats.dateTime(view.expiresAt, 'long')],
  ] as const;
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="muted small">{name}</dt>
          <dd>
            <Breakable>{value}</Breakable>
          </dd>
        </div>
      ))}
    </dl>
  );
}
