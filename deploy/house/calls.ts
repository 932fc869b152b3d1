/**
 * The files that a call passes through: whatever a function's body names is followed to its declaration. Only the named member of
 * an object is followed, and a function that an object holds only where it is called; types are not followed.
 */
import { relative } from 'node:path';
import ts from 'typescript';
import { root } from '../sources.ts';

const own = /^(api|store|src|server)\//;

export interface CallGraph {
  /** @param seeds `file#name` of a declaration, a member or a case; the name of an operation, as `Users.Unlock`; or a file alone */
  readonly filesFrom: (seeds: readonly string[]) => string[];
}

export function callGraph(): CallGraph {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/tsconfig.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (found) => {
        throw new Error(ts.flattenDiagnosticMessageText(found.messageText, '\n'));
      },
    },
  );
  if (!config) throw new Error('tsconfig.json cannot be read');
  const pathOf = (node: ts.Node): string => relative(root, node.getSourceFile().fileName);
  const program = ts.createProgram(
    config.fileNames.filter((name) => own.test(relative(root, name)) || name.endsWith('.d.ts')),
    config.options,
  );
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter((file) => own.test(relative(root, file.fileName)));
  const members = membersByName(files, checker);

  const declarationsOf = (name: ts.Node): readonly ts.Declaration[] => {
    let symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    return (symbol?.declarations ?? []).filter((declaration) => own.test(pathOf(declaration)));
  };

  /** The nodes that stand for a declaration when its name is used. */
  const bodiesOf = (declaration: ts.Declaration): readonly ts.Node[] => {
    if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return [declaration];
    if (ts.isClassDeclaration(declaration)) return [declaration];
    if (ts.isVariableDeclaration(declaration) && declaration.initializer) return [declaration.initializer];
    if (ts.isPropertyAssignment(declaration)) return [declaration.initializer];
    if (ts.isShorthandPropertyAssignment(declaration)) return declarationsOf(declaration.name).flatMap(bodiesOf);
    if (ts.isBindingElement(declaration))
      return [
        declaration,
        ...(
          checker.getTypeAtLocation(declaration.parent).getProperty(nameOf(declaration.propertyName ?? declaration.name))
            ?.declarations ?? []
        )
          .filter((origin) => origin !== declaration && own.test(pathOf(origin)))
          .flatMap(bodiesOf),
      ];
    return [];
  };

  const filesFrom = (seeds: readonly string[]): string[] => {
    const seen = new Set<ts.Node>();
    const found = new Set<string>();
    const follow = (body: ts.Node): void => {
      if (seen.has(body)) return;
      seen.add(body);
      found.add(pathOf(body));
      if (!isData(body)) ts.forEachChild(body, read);
    };
    const read = (node: ts.Node): void => {
      if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
      // The function that a factory returns is followed where it is called.
      if (isHeldFunction(node)) return;
      if (ts.isPropertyAccessExpression(node)) {
        const declarations = declarationsOf(node.name);
        const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node;
        const named = declarations.flatMap((one) =>
          isSignature(one) ? (isCalled ? members.implementing(one) : []) : bodiesOf(one),
        );
        for (const body of named) follow(body);
        if (named.length === 0 || ts.isCallExpression(node.expression)) read(node.expression);
        return;
      }
      if (ts.isIdentifier(node)) for (const body of declarationsOf(node).flatMap(bodiesOf)) follow(body);
      ts.forEachChild(node, read);
    };
    for (const seed of seeds) {
      if (/^[^#]*\/[^#]*$/.test(seed)) found.add(seed);
      if (found.has(seed)) continue;
      const bodies = seed.includes('#') ? members.at(seed) : members.ofOperation(seed);
      if (bodies.length === 0) throw new Error(`Nothing is named ${seed}`);
      for (const body of bodies) follow(body);
    }
    return [...found].toSorted();
  };
  return { filesFrom };
}

const isSignature = (node: ts.Node): boolean => ts.isMethodSignature(node) || ts.isPropertySignature(node);

const isFunction = (node: ts.Node): boolean =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node);

/** Whether a body is a table, such as the calls of the contract, endpoints or a slice: its name calls none of its functions. */
const isData = (body: ts.Node): boolean => {
  const value = ts.isAsExpression(body) || ts.isSatisfiesExpression(body) ? body.expression : body;
  return (
    ts.isObjectLiteralExpression(value) ||
    (ts.isCallExpression(value) && /(^|\.)(injectEndpoints|createSlice)$/.test(value.expression.getText()))
  );
};

/** Whether a function is in a returned object, so that it runs where it is called by name. */
function isHeldFunction(node: ts.Node): boolean {
  if (!isFunction(node)) return false;
  const object = ts.isMethodDeclaration(node)
    ? node.parent
    : ts.isPropertyAssignment(node.parent)
      ? node.parent.parent
      : undefined;
  if (!object || !ts.isObjectLiteralExpression(object)) return false;
  return ts.isReturnStatement(object.parent) || ts.isParenthesizedExpression(object.parent);
}

interface Members {
  readonly at: (seed: string) => ts.Node[];
  readonly ofOperation: (name: string) => ts.Node[];
  /** Functions of objects whose type is the interface that declares it; none where there are several, as in data. */
  readonly implementing: (signature: ts.Declaration) => readonly ts.Node[];
}

const nameOf = (name: ts.Node | undefined): string =>
  name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';

/** An index of everything that has a name and a body. */
function membersByName(files: readonly ts.SourceFile[], checker: ts.TypeChecker): Members {
  const byPlace = new Map<string, ts.Node[]>();
  const byOperation = new Map<string, ts.Node[]>();
  const byName = new Map<string, ts.ObjectLiteralElementLike[]>();
  const add = <Node>(map: Map<string, Node[]>, key: string, node: Node) => map.set(key, [...(map.get(key) ?? []), node]);
  const index = (node: ts.Node): void => {
    ts.forEachChild(node, index);
    const path = relative(root, node.getSourceFile().fileName);
    if (ts.isCaseClause(node)) add(byPlace, `${path}#${nameOf(node.expression)}`, node);
    const name = nameOf((node as ts.NamedDeclaration).name);
    const body = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) ? node.initializer : node;
    if (!name || !body || !(isFunction(node) || body !== node || ts.isFunctionDeclaration(node))) {
      if (!(ts.isShorthandPropertyAssignment(node) && name)) return;
    }
    if (body) add(byPlace, `${path}#${name}`, body);
    if (body && /^server\/.*routes\.ts$/.test(path) && /^\w+\.\w+$/.test(name)) add(byOperation, name, body);
    if (ts.isObjectLiteralElementLike(node) && ts.isObjectLiteralExpression(node.parent)) add(byName, name, node);
  };
  for (const file of files) index(file);
  const declares = (member: ts.ObjectLiteralElementLike, signature: ts.Declaration): boolean =>
    checker
      .getContextualType(member.parent as ts.ObjectLiteralExpression)
      ?.getProperty(nameOf(member.name))
      ?.declarations?.includes(signature) ?? false;
  return {
    at: (seed) => byPlace.get(seed) ?? [],
    ofOperation: (name) => byOperation.get(name) ?? [],
    implementing: (signature) => {
      const found = (byName.get(nameOf((signature as ts.NamedDeclaration).name)) ?? [])
        .filter((member) => declares(member, signature))
        .map((member) => functionOf(member, checker))
        .filter((body) => body !== undefined);
      return found.length === 1 ? found : [];
    },
  };
}

/** `{ unlock }` stands for what `unlock` is. */
function functionOf(member: ts.ObjectLiteralElementLike, checker: ts.TypeChecker): ts.Node | undefined {
  if (ts.isMethodDeclaration(member)) return member;
  if (ts.isPropertyAssignment(member)) return isFunction(member.initializer) ? member.initializer : undefined;
  if (!ts.isShorthandPropertyAssignment(member)) return undefined;
  let symbol = checker.getShorthandAssignmentValueSymbol(member);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const declaration = symbol?.declarations?.[0];
  if (declaration && ts.isFunctionDeclaration(declaration)) return declaration;
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer && isFunction(declaration.initializer)
    ? declaration.initializer
    : undefined;
}
