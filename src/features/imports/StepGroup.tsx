/** The steps of an import, and the content of the current one, which takes the focus when it replaces another. */
import { Steps } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '@src/ui/Section.tsx';

const steps = ['file', 'map', 'preview', 'done'] as const;
export type Step = (typeof steps)[number];

/** antd's steps are no list by themselves. */
const list = { role: 'list' };

interface Props {
  readonly step: Step;
  readonly intro: string;
  readonly children: ReactNode;
}

export function StepGroup({ step, intro, children }: Props) {
  const { t } = useTranslation('imports');
  const group = useRef<HTMLDivElement>(null);
  // The pressed button is unmounted with its step.
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) {
      group.current?.focus({ preventScroll: true });
      document.documentElement.scrollTop = 0;
    }
    before.current = step;
  }, [step]);
  const current = steps.indexOf(step);
  return (
    <>
      <Steps
        {...list}
        aria-label={t('steps')}
        size="small"
        responsive={false}
        className="imports-steps"
        current={current}
        status={step === 'done' ? 'finish' : 'process'}
        // The title says enough, and antd's icons have English names.
        iconRender={(icon) => <span aria-hidden="true">{icon}</span>}
        items={steps.map((key, index) => ({
          key,
          // Bold: forced colours take the colour away.
          title: index === current ? <strong>{t(`step.${key}`)}</strong> : <span>{t(`step.${key}`)}</span>,
          ...{ role: 'listitem', 'aria-current': index === current ? 'step' : undefined },
        }))}
      />
      <div ref={group} className="imports-group" tabIndex={-1} role="group" aria-label={t(`step.${step}`)}>
        <Section heading={t(`step.${step}`)} intro={intro}>
          {children}
        </Section>
      </div>
    </>
  );
}
