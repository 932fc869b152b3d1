/**
 * Keys pressed while an input method composes text (Japanese, Chinese, Korean, dead keys) belong to it: Enter takes a candidate, the
 * arrows choose one, Escape drops the text. No handler of the page gets them, ours or a library's.
 */

/** The code that browsers give every key which an input method handles; Safari's only mark of the Enter that ends a composition. */
const KEY_OF_INPUT_METHOD = 229;

const isOfInputMethod = (event: KeyboardEvent): boolean =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  event.isComposing || event.keyCode === KEY_OF_INPUT_METHOD;

const stop = (event: KeyboardEvent): void => {
  if (!isOfInputMethod(event)) return;
  event.stopImmediatePropagation();
  // Browsers empty a search field.
  if (event.key === 'Escape') event.preventDefault();
};

/** Runs before every other handler, as the window gets an event first. The composition itself goes on. */
export function keepComposedKeys(): () => void {
  addEventListener('keydown', stop, { capture: true });
  return () => {
    removeEventListener('keydown', stop, { capture: true });
  };
}
