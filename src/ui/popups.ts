/** Whether no popup is shown: the code of one that is open could not be loaded. */
export const isMissing = (): boolean => document.querySelector('.popup') === null;
