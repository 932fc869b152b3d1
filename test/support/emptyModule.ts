/** Replaces CSS imports in Jest; styles are tested in a browser. */
export default {};
