/** The steps from nothing to an identity provider that users log in with; one is open at a time. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useFetchConnectionAttemptsQuery } from '@api/client/identityProviders.api.ts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { StepLine } from '@src/ui/StepLine.tsx';
import { type Known, PartContent, usePartIntro } from './PartContent.tsx';
import { isStep, partIn, type Step, steps, usePartAddress } from './parts.ts';
import { isComplete } from './provider/isComplete.ts';

const isProven = ({ domains }: Pick<Known, 'domains'>) => domains.some(({ state }) => state === 'verified');

/** The first step that is not done, as far as that is known without the logins. */
export function firstStep({ connection, domains }: Pick<Known, 'connection' | 'domains'>): Step {
  if (connection) return isComplete(connection) ? 'test' : 'connect';
  return isProven({ domains }) ? 'connect' : 'domain';
}

interface Props {
  readonly facts: Known;
  /** Shown unless the address names another one; counts as it is at first. */
  readonly first: Step;
}

export function ProviderSteps({ facts, first }: Props) {
  const { t } = useTranslation('connections');
  const navigate = useNavigate();
  const addressOf = usePartAddress();
  const introOf = usePartIntro();
  const [query] = useSearchParams();
  const [initial] = useState(first);
  const { organisationPublicId, connection } = facts;
  const { currentData: attempts } = useFetchConnectionAttemptsQuery(
    connection ? { organisationPublicId, connectionId: connection.connectionId } : skipToken,
  );
  const part = partIn(query);
  const wantedStep = isStep(part) ? part : initial;
  const step = connection || wantedStep === 'domain' ? wantedStep : 'connect';
  const index = steps.indexOf(step);
  const [previous, next] = [steps[index - 1], steps[index + 1]];
  const done = {
    domain: isProven(facts),
    connect: connection !== undefined && isComplete(connection),
    test: attempts?.find(({ purpose }) => purpose === 'test')?.outcome === 'tested',
    enforce: false,
  };
  const go = (to: Step) => void navigate(addressOf(to, query.get('connection') ?? undefined));
  return (
    <>
      <StepLine
        label={t('steps')}
        titles={steps.map((each) => t(`step.${each}`))}
        current={index}
        status="process"
        done={steps.map((each) => done[each])}
      />
      <section className="form-page-content" aria-labelledby="step-heading">
        <header className="form-page-head">
          <h3 id="step-heading">{t(`step.${step}`)}</h3>
          <p className="muted small">{introOf(step)}</p>
        </header>
        <PartContent part={step} facts={facts} />
      </section>
      <div className="button-row">
        {previous && (
          <Button
            onClick={() => {
              go(previous);
            }}
          >
            {t('previous')}
          </Button>
        )}
        {next && (connection ?? step === 'domain') && (
          <Button
            // Saving leads on by itself.
            type={done[step] && step !== 'connect' ? 'primary' : 'default'}
            onClick={() => {
              go(next);
            }}
          >
            {t('next')}
          </Button>
        )}
      </div>
    </>
  );
}
