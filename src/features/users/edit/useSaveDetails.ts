/**
 * Saves a user's details with optimistic locking: shows the difference, sends it with the version read; on `StaleVersion` shows
 * both versions and sends the choice with the newer version. Nothing typed is lost.
 */
import { type RefObject, useRef, useState } from 'react';
import type { FormApi } from 'final-form';
import { useDispatch } from 'react-redux';
import { problemCode } from '@api/client/clientProblem.ts';
import { usePatchUserMutation } from '@api/client/users.api.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { userChanged } from '@store/users/changedUsers.slice.ts';
import { problemOf } from '@src/forms/refusal.ts';
import type { SubmitErrors } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { detailFields, type Details, detailsOf, differing, conflictingFields, patchOf, trimDetails } from './details.ts';

/** The open dialog. */
export type Step =
  | { readonly kind: 'review'; readonly from: Details; readonly to: Details; readonly answer: (agreed: boolean) => void }
  | {
      readonly kind: 'merge';
      readonly read: Details;
      readonly mine: Details;
      readonly theirs: Details;
      readonly newest: UserDetail;
      /** Answers the dialog; undefined leads back to the form. */
      readonly answer: (chosen: Details | undefined) => void;
    };

type Refetch = () => PromiseLike<{ readonly data?: UserDetail | undefined; readonly error?: unknown }>;

interface Saving {
  /** Initial form values. */
  readonly initial: UserDetail;
  readonly step: Step | undefined;
  readonly form: RefObject<FormApi<Details> | null>;
  readonly submit: (typed: Details) => Promise<SubmitErrors | undefined>;
  /** Takes over a newer version while the form is pristine. */
  readonly adopt: (user: UserDetail) => void;
}

export function useSaveDetails(user: UserDetail, refetch: Refetch): Saving {
  const dispatch = useDispatch();
  const notify = useNotify();
  const [patch] = usePatchUserMutation();
  const errorsOf = useSubmitErrors(detailFields);
  const [initial, setInitial] = useState(user);
  const [step, setStep] = useState<Step>();
  const read = useRef(user);
  const form = useRef<FormApi<Details>>(null);

  const askUser = <Answer>(stepFor: (answer: (given: Answer) => void) => Step) =>
    new Promise<Answer>((resolve) => {
      setStep(
        stepFor((given) => {
          setStep(undefined);
          resolve(given);
        }),
      );
    });

  const submit = async (typed: Details) => {
    let mine = trimDetails(typed);
    let newest = user;
    let agreed = false;
    for (;;) {
      const before = detailsOf(read.current);
      const theirs = detailsOf(newest);
      if (conflictingFields(before, mine, theirs).length > 0) {
        const versions = { read: before, mine, theirs, newest };
        const chosen = await askUser<Details | undefined>((answer) => ({ kind: 'merge', ...versions, answer }));
        if (!chosen) return undefined;
        mine = chosen;
        // A move says first what it changes.
        agreed = !differing(theirs, mine).includes('organisationPublicId');
        form.current?.batch(() => {
          for (const field of differing(trimDetails(typed), chosen)) form.current?.change(field, chosen[field]);
        });
      }
      read.current = newest;
      if (differing(theirs, mine).length === 0) {
        setInitial(newest);
        return undefined;
      }
      agreed ||= await askUser<boolean>((answer) => ({ kind: 'review', from: theirs, to: mine, answer }));
      if (!agreed) return undefined;
      const body = { version: newest.version, ...patchOf(theirs, mine) };
      const { data, error } = await patch({ userName: user.userName, body });
      if (data) {
        read.current = data;
        setInitial(data);
        // Resets the form also if the saved values are unchanged: a new email still has to be confirmed.
        form.current?.initialize(detailsOf(data));
        dispatch(userChanged(data));
        notify('users:edit.saved', { userName: data.userName });
        return undefined;
      }
      const code = problemCode(problemOf(error));
      if (code === 'ApprovalNeeded') {
        form.current?.initialize(detailsOf(newest));
        return undefined;
      }
      if (code !== 'StaleVersion') return errorsOf(error);
      const reread = await refetch();
      if (!reread.data) return errorsOf(reread.error);
      newest = reread.data;
    }
  };

  const adopt = (newer: UserDetail) => {
    if (newer.version <= initial.version) return;
    read.current = newer;
    setInitial(newer);
  };

  return { initial, step, form, submit, adopt };
}
