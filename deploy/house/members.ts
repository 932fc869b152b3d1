/** An index of everything that has a name and a body: by place, by operation, and by the interface's member that it implements. */
import { relative } from 'node:path';
import ts from 'typescript';
import { root } from '../sources.ts';
import { isFunction, isSignature, nameOf } from './nodes.ts';

interface Members {
  readonly at: (seed: string) => ts.Node[];
  readonly ofOperation: (name: string) => ts.Node[];
  /** Functions of objects whose type is the interface that declares it; none where there are several, as in data. */
  readonly implementing: (signature: ts.Declaration) => readonly ts.Node[];
}

export function membersByName(files: readonly ts.SourceFile[], checker: ts.TypeChecker): Members {
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
    if (body && /^(server\/.*routes|api\/contract\/.*)\.ts$/.test(path) && /^\w+\.\w+$/.test(name)) add(byOperation, name, body);
    if (ts.isObjectLiteralElementLike(node) && ts.isObjectLiteralExpression(node.parent)) add(byName, name, node);
  };
  for (const file of files) index(file);
  const declares = (member: ts.ObjectLiteralElementLike, signature: ts.Declaration): boolean =>
    checker
      .getContextualType(member.parent as ts.ObjectLiteralExpression)
      ?.getProperty(nameOf(member.name))
      ?.declarations?.includes(signature) ?? false;
  const implementations = new Map<ts.Declaration, readonly ts.Node[]>();
  const implementing = (signature: ts.Declaration): readonly ts.Node[] => {
    const known = implementations.get(signature);
    if (known) return known;
    // One that is handed on from room to room leads back to itself.
    implementations.set(signature, []);
    const found = (byName.get(nameOf((signature as ts.NamedDeclaration).name)) ?? [])
      .filter((member) => declares(member, signature))
      .flatMap((member) => functionsOf(member));
    const all = [...new Set(found)];
    implementations.set(signature, all.length === 1 ? all : []);
    return all.length === 1 ? all : [];
  };
  /** The function that a name stands for, or the factory that makes it. */
  const functionsOf = (declaration: ts.Node): readonly ts.Node[] => {
    if (ts.isMethodDeclaration(declaration) || ts.isFunctionDeclaration(declaration)) return [declaration];
    if (ts.isShorthandPropertyAssignment(declaration))
      return declaredBy(checker.getShorthandAssignmentValueSymbol(declaration)).flatMap((one) => functionsOf(one));
    if (ts.isBindingElement(declaration)) return originsOf(declaration, checker).filter(isSignature).flatMap(implementing);
    const value =
      ts.isPropertyAssignment(declaration) || ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    if (!value) return [];
    if (ts.isIdentifier(value)) return declaredBy(checker.getSymbolAtLocation(value)).flatMap((one) => functionsOf(one));
    if (ts.isCallExpression(value))
      return declaredBy(checker.getSymbolAtLocation(value.expression)).flatMap((one) => functionsOf(one));
    return isFunction(value) ? [value] : [];
  };
  const declaredBy = (symbol: ts.Symbol | undefined): readonly ts.Declaration[] =>
    (symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
  return {
    at: (seed) => byPlace.get(seed) ?? [],
    ofOperation: (name) => byOperation.get(name) ?? [],
    implementing,
  };
}

/** Where a part of a value comes from: the members of that name in the value's type. */
export function originsOf(declaration: ts.Declaration, checker: ts.TypeChecker): readonly ts.Declaration[] {
  if (!ts.isBindingElement(declaration)) return [];
  const name = nameOf(declaration.propertyName ?? declaration.name);
  return (checker.getTypeAtLocation(declaration.parent).getProperty(name)?.declarations ?? []).filter(
    (origin) => origin !== declaration,
  );
}
