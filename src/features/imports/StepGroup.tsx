/** The steps of an import, and the content of the current one, which takes the focus when it replaces another. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '@src/ui/Section.tsx';
import { StepLine } from '@src/ui/StepLine.tsx';

const steps = ['file', 'map', 'preview', 'done'] as const;
type Step = (typeof steps)[number];

interface Props {
  readonly step: Step;
  readonly intro: string;
  /** Whether the step is still under way. */
  readonly isUnderWay?: boolean;
  readonly children: ReactNode;
}

export function StepGroup({ step, intro, isUnderWay = false, children }: Props) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
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
  return (
    <>
      <StepLine
        label={t('steps')}
        titles={steps.map((key) => t(`step.${key}`))}
        current={steps.indexOf(step)}
        status={step === 'done' && !isUnderWay ? 'finish' : 'process'}
      />
      <div ref={group} className="imports-group" tabIndex={-1} role="group" aria-label={t(`step.${step}`)}>
        <Section heading={t(`step.${step}`)} intro={intro}>
          {children}
        </Section>
      </div>
    </>
  );
}
