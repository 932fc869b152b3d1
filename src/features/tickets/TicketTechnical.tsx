/** Technical details of the sender's browser, collapsed. */
import { useTranslation } from 'react-i18next';
import type { TicketDetail } from '@api/contract/tickets.ts';
import { Facts } from '@src/ui/Facts.tsx';

export function TicketTechnical({ ticket: { technical } }: { readonly ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const { OperatingSystem, Browser, HasCookies, Language, ViewportW, ViewportH, ScreenW, ScreenH, UserAgent } = technical;
  const size = (width: string | undefined, height: string | undefined) => width && height && `${width} × ${height}`;
  const facts = [
    [t('technical.OperatingSystem'), OperatingSystem],
    [t('technical.Browser'), Browser],
    [t('technical.HasCookies'), HasCookies && t(HasCookies === 'true' ? 'technical.on' : 'technical.off')],
    [t('technical.Language'), Language],
    [t('technical.Viewport'), size(ViewportW, ViewportH)],
    [t('technical.Screen'), size(ScreenW, ScreenH)],
    [t('technical.UserAgent'), UserAgent],
  ] as const;
  return (
    <details>
      <summary>{t('technical.summary')}</summary>
      <Facts items={facts.map(([label, children]) => (children ? { label, children } : false))} />
    </details>
  );
}
