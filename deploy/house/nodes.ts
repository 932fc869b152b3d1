/** Kinds of syntax that the walks tell apart. */
import ts from 'typescript';

export const nameOf = (name: ts.Node | undefined): string =>
  name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';

export const isSignature = (node: ts.Node): boolean => ts.isMethodSignature(node) || ts.isPropertySignature(node);

export const isMember = (node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment =>
  ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);

export const isCalled = (name: ts.Node): boolean => ts.isCallExpression(name.parent) && name.parent.expression === name;

export const isFunction = (node: ts.Node): boolean =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node);

/** Whether a body is a table, such as the calls of the contract, endpoints or a slice: its name calls none of its functions. */
export const isData = (body: ts.Node): boolean => {
  const value = ts.isAsExpression(body) || ts.isSatisfiesExpression(body) ? body.expression : body;
  return (
    ts.isObjectLiteralExpression(value) ||
    (ts.isCallExpression(value) && /(^|\.)(injectEndpoints|createSlice)$/.test(value.expression.getText()))
  );
};

/** Whether a function is declared, so that it runs where its name is called. */
export const isDeclaredFunction = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) || (isFunction(node) && ts.isVariableDeclaration(node.parent));

/** Whether a function is in a returned object, or assigned to a member, so that it runs where it is called by name. */
export function isHeldFunction(node: ts.Node, isCallable: (node: ts.Node) => boolean): boolean {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node))
    if (ts.isBinaryExpression(node.parent) && ts.isPropertyAccessExpression(node.parent.left)) return true;
  if (!ts.isMethodDeclaration(node) && !isMember(node)) return false;
  const { parent } = node.parent;
  return (ts.isReturnStatement(parent) || ts.isParenthesizedExpression(parent)) && isCallable(node.name);
}

/** Whether an object is the value of a name, so that its member stands for that value. */
export function isNamedTable(object: ts.Node): boolean {
  const { parent } = object;
  return ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) ? isNamedTable(parent) : ts.isVariableDeclaration(parent);
}

/** Kinds of nodes that constants consist of, besides the names of others. */
const CONSTANT: readonly ((node: ts.Node) => boolean)[] = [
  ts.isLiteralExpression,
  ts.isTemplateExpression,
  ts.isTemplateSpan,
  ts.isTemplateHead,
  ts.isTemplateMiddleOrTemplateTail,
  ts.isPrefixUnaryExpression,
  ts.isBinaryExpression,
  ts.isBinaryOperatorToken,
  ts.isParenthesizedExpression,
  ts.isAsExpression,
  ts.isSatisfiesExpression,
  ts.isArrayLiteralExpression,
  ts.isObjectLiteralExpression,
  ts.isSpreadElement,
  ts.isSpreadAssignment,
  ({ kind }) => kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword || kind === ts.SyntaxKind.NullKeyword,
];

export const isPartOfConstant = (node: ts.Node): boolean => CONSTANT.some((is) => is(node));
