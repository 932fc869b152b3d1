/**
 * `getComputedStyle` for component tests, where no style sheet is loaded: the inline style, and what HTML hides by itself. jsdom
 * matches its own sheet and each rule of the grid's against every element, which took a sixth of the tests' time.
 */

/** HTML Standard, "Hidden elements". */
const HIDDEN =
  '[hidden], dialog:not([open]), details:not([open]) > :not(summary), script, style, template, head, datalist, input[type="hidden"]';

const hides = (element: Element): boolean => element.matches(HIDDEN);

const inlineOf = (element: Element): CSSStyleDeclaration | undefined =>
  element.hasAttribute('style') ? (element as HTMLElement).style : undefined;

function inheritedVisibility(element: Element | null): string {
  for (let one = element; one !== null; one = one.parentElement) {
    const visibility = inlineOf(one)?.visibility;
    if (visibility) return visibility;
  }
  return 'visible';
}

const handler: ProxyHandler<{ element: Element; pseudo: boolean }> = {
  get({ element, pseudo }, name) {
    const valueOf = (property: string): string => {
      if (pseudo) return property === 'content' ? 'none' : '';
      const inline = inlineOf(element)?.getPropertyValue(property) ?? '';
      if (property === 'visibility') return inheritedVisibility(element);
      if (property === 'display') return inline || (hides(element) ? 'none' : 'block');
      return inline;
    };
    if (name === 'getPropertyValue') return valueOf;
    if (name === 'length') return 0;
    return typeof name === 'string' ? valueOf(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)) : undefined;
  },
};

window.getComputedStyle = (element, pseudo) =>
  new Proxy({ element, pseudo: Boolean(pseudo) }, handler) as unknown as CSSStyleDeclaration;
