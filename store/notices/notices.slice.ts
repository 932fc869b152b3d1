/** The queue of toasts, oldest first. */
import { createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { Message, Phrase } from './message.ts';

type Severity = 'info' | 'success' | 'error' | 'warning';

export interface Notice {
  readonly id: string;
  readonly message: Message;
  readonly severity: Severity;
  /** Name of an icon; default: that of the severity. */
  readonly icon?: string;
  /** The message is HTML; sanitised when shown. */
  readonly html: boolean;
  readonly closable: boolean;
  /** Milliseconds; false: stays until closed. */
  readonly timeout: number | false;
  /** A button, such as "Undo", or a link to a page. */
  readonly action?: { readonly label: Phrase } & (
    { readonly dispatch: UnknownAction; readonly to?: undefined } | { readonly to: string; readonly dispatch?: undefined }
  );
}

export type NoticeDraft = Pick<Notice, 'message'> & Partial<Omit<Notice, 'id' | 'message'>>;

const TIMEOUT_MS = 5000;
/** A toast with "Undo" stays longer: the user needs time to see that something is wrong. */
const ACTION_TIMEOUT_MS = 12_000;

const noticesSlice = createSlice({
  name: 'notices',
  initialState: [] as Notice[],
  reducers: {
    noticeRaised: {
      reducer: (notices, { payload }: PayloadAction<Notice>) => [...notices, payload],
      prepare: (draft: NoticeDraft) => ({
        payload: {
          ...{ severity: 'info', html: false, closable: true, timeout: draft.action ? ACTION_TIMEOUT_MS : TIMEOUT_MS },
          ...draft,
          id: nanoid(8),
        } satisfies Notice,
      }),
    },
    noticeDismissed: (notices, { payload }: PayloadAction<string>) => notices.filter(({ id }) => id !== payload),
    /** Hovered or focused: its timeout pauses. */
    noticeHeld: (_notices, _id: PayloadAction<string>) => undefined,
    /** Shown (its code may come late), and no longer hovered or focused: its timeout starts. */
    noticeReleased: (_notices, _id: PayloadAction<string>) => undefined,
  },
  extraReducers: (build) => {
    // Messages for one user must not be shown to the next.
    build.addCase(sessionAbandoned, () => []);
    build.addCase(identityChanged, (notices, { payload }) => (payload.by === 'logIn' ? notices : []));
  },
  selectors: { selectNotices: (notices) => notices },
});

export const { noticeRaised, noticeDismissed, noticeHeld, noticeReleased } = noticesSlice.actions;
export const { selectNotices } = noticesSlice.selectors;
export { noticesSlice };
