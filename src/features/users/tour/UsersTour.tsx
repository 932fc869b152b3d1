/** antd's Tour of the list, as a modal dialog with a name, a focus and a focus trap, which antd's has not. */
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button, Tour, type TourProps } from 'antd';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from '@src/ui/useFocusReturn.ts';

/** Steps in order, each with its target. */
const targets = {
  search: '.users-search',
  filters: 'main [role="tablist"]',
  open: '.list-body .link',
  select: '.list-body [type="checkbox"]',
  views: '.users-tools',
  palette: '.top-bar button[aria-haspopup="dialog"]',
} as const;
type Topic = keyof typeof targets;

const elementOf = (topic: Topic) => document.querySelector<HTMLElement>(targets[topic]);

/** The layer covers everything; antd's own would lock scrolling by a style element, which the CSP refuses. */
const layer: CSSProperties = { position: 'fixed', inset: 0, zIndex: 1000 };
const styles = { section: { width: 360, maxWidth: 'calc(100vw - 32px)' } };

export default function UsersTour({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['users', 'common']);
  useFocusReturn();
  const dialog = useRef<HTMLDivElement>(null);
  const [topics] = useState(() => (Object.keys(targets) as Topic[]).filter((topic) => elementOf(topic)));
  const [current, setCurrent] = useState(0);
  const isLast = current === topics.length - 1;

  const focusNext = () => {
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.querySelector<HTMLElement>('[data-next]')?.focus();
  };
  const keepFocus = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    const stops = [...(dialog.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const end = stops.at(event.shiftKey ? 0 : -1);
    if (event.target !== end) return;
    event.preventDefault();
    stops.at(event.shiftKey ? -1 : 0)?.focus();
  };
  const steps: NonNullable<TourProps['steps']> = topics.map((topic) => ({
    // A live region, as the buttons keep the focus when the step changes.
    title: <span aria-live="polite">{t(`users:tour.${topic}.title`)}</span>,
    description: <span aria-live="polite">{t(`users:tour.${topic}.text`)}</span>,
    target: elementOf(topic) ?? (() => null),
  }));

  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-label={t('users:tour.title')}
      className="popup"
      style={layer}
      onKeyDown={keepFocus}
    >
      <Tour
        open
        current={current}
        steps={steps}
        styles={styles}
        getPopupContainer={false}
        placement="bottomLeft"
        closable={{ 'aria-label': t('common:close'), closeIcon: <CloseOutlined aria-hidden /> }}
        onChange={setCurrent}
        onClose={onClose}
        onPopupAlign={focusNext}
        indicatorsRender={(step, total) => <span className="muted small">{t('users:tour.step', { step: step + 1, total })}</span>}
        actionsRender={() => (
          <>
            {current > 0 && (
              <Button
                onClick={() => {
                  setCurrent(current - 1);
                }}
              >
                {t('common:back')}
              </Button>
            )}
            <Button
              type="primary"
              data-next
              onClick={() => {
                if (isLast) onClose();
                else setCurrent(current + 1);
              }}
            >
              {t(isLast ? 'users:tour.end' : 'users:tour.next')}
            </Button>
          </>
        )}
      />
    </div>
  );
}
