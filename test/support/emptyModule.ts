/** Stands for every style sheet in tests: styles are judged in a browser. */
export default {};
