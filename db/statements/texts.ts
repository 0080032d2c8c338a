import ts from "typescript";
import { snake } from "#server/db/sql.ts";

/** What an expression cannot be known to be without running the program. */
export class Unresolved extends Error {}

/** Arguments that stand for parameters, each with the surroundings in which it was written. */
export type Surroundings = ReadonlyMap<ts.Symbol, { node: ts.Expression; within: Surroundings }>;

/** The function, method or name that a call names. */
export const calleeOf = (call: ts.CallExpression): ts.Node =>
  ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;

/** Reads texts, lists and objects that stand in a program. */
export class StandingTexts {
  protected readonly checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  protected symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias
      ? this.checker.getAliasedSymbol(symbol)
      : symbol;
  }

  protected property(node: ts.Expression, key: string, within: Surroundings): ts.Expression {
    const object = this.objectOf(node, within);
    for (const each of object.properties) {
      if (each.name?.getText().replaceAll('"', "") !== key) continue;
      if (ts.isPropertyAssignment(each)) return each.initializer;
      if (ts.isShorthandPropertyAssignment(each)) {
        const symbol = this.checker.getShorthandAssignmentValueSymbol(each);
        const declared = symbol?.valueDeclaration;
        if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
          return declared.initializer;
        return each.name;
      }
    }
    throw new Unresolved(`.${key}`);
  }

  /** The object that an expression is, as it is written out. */
  protected objectOf(node: ts.Expression, within: Surroundings): ts.ObjectLiteralExpression {
    if (ts.isObjectLiteralExpression(node)) return node;
    if (
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isParenthesizedExpression(node)
    )
      return this.objectOf(node.expression, within);
    if (ts.isPropertyAccessExpression(node))
      return this.objectOf(this.property(node.expression, node.name.text, within), within);
    if (ts.isCallExpression(node)) {
      const [value] = this.returned(this.functionOf(node.expression));
      if (value) return this.objectOf(value, within);
    }
    if (ts.isIdentifier(node)) {
      const symbol = this.symbolOf(node);
      const bound = symbol && within.get(symbol);
      if (bound) return this.objectOf(bound.node, bound.within);
      const declared = symbol?.valueDeclaration;
      if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
        return this.objectOf(declared.initializer, within);
    }
    throw new Unresolved(node.getText().slice(0, 40));
  }

  /** A text that stands in the program. */
  protected textOf(node: ts.Expression, within: Surroundings): string {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node))
      return (
        node.head.text +
        node.templateSpans
          .map(({ expression, literal }) => this.textOf(expression, within) + literal.text)
          .join("")
      );
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return this.textOf(node.expression, within);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return this.textOf(node.left, within) + this.textOf(node.right, within);
    if (ts.isConditionalExpression(node))
      return this.firstText([node.whenTrue, node.whenFalse], within);
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
    )
      return this.firstText([node.left, node.right], within);
    if (ts.isNumericLiteral(node)) return node.text;
    const type = this.checker.getTypeAtLocation(node);
    if (type.isStringLiteral() || type.isNumberLiteral()) return String(type.value);
    if (type.isUnion() && type.types.every((each) => each.isStringLiteral()))
      return (type.types[0] as ts.StringLiteralType).value;
    if (ts.isIdentifier(node)) {
      const symbol = this.symbolOf(node);
      const bound = symbol && within.get(symbol);
      if (bound) return this.textOf(bound.node, bound.within);
      const declared = symbol?.valueDeclaration;
      if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
        return this.textOf(declared.initializer, within);
    }
    if (ts.isPropertyAccessExpression(node))
      return this.textOf(this.property(node.expression, node.name.text, within), within);
    if (ts.isCallExpression(node)) return this.textOfCall(node, within);
    throw new Unresolved(`the text ${node.getText().slice(0, 40)}`);
  }

  protected firstText(nodes: readonly ts.Expression[], within: Surroundings): string {
    for (const node of nodes)
      try {
        return this.textOf(node, within);
      } catch (error) {
        if (!(error instanceof Unresolved)) throw error;
      }
    throw new Unresolved(`the text ${nodes[0]!.getText().slice(0, 40)}`);
  }

  protected textOfCall(node: ts.CallExpression, within: Surroundings): string {
    const [first] = node.arguments;
    if (ts.isPropertyAccessExpression(node.expression)) {
      const on = node.expression.expression;
      if (node.expression.name.text === "join")
        return this.listOfTexts(on, within).join(first ? this.textOf(first, within) : ",");
      if (node.expression.name.text === "replaceAll" && first && node.arguments[1])
        return this.textOf(on, within).replaceAll(
          this.textOf(first, within),
          this.textOf(node.arguments[1], within),
        );
    }
    if (calleeOf(node).getText() === "recordColumns") return this.recordColumns(node, within);
    if (calleeOf(node).getText() === "snake" && first) return snake(this.textOf(first, within));
    const callee = this.functionOf(node.expression);
    const [value] = this.returned(callee);
    if (!value) throw new Unresolved(node.getText().slice(0, 40));
    return this.textOf(value, this.boundBy(callee, node.arguments, within));
  }

  /** What `recordColumns` of `src/server/http` says of a list and the fields of its noun. */
  protected recordColumns(node: ts.CallExpression, within: Surroundings): string {
    const [list, fields] = node.arguments;
    const columns = this.entriesOf(this.property(list!, "columns", within), within);
    const alias = this.textOf(this.property(list!, "alias", within), within);
    const names = new Set(columns.map(([name]) => name));
    return [
      ...columns.map(
        ([name, column]) =>
          `${this.textOf(this.property(column, "sql", within), within)} as "${name}"`,
      ),
      ...this.checker
        .getPropertiesOfType(this.checker.getTypeAtLocation(fields!))
        .filter(({ name }) => !names.has(name))
        .map(({ name }) => `${alias}.${snake(name)}`),
    ].join(", ");
  }

  /** Parameters of a function as the arguments that they get. */
  protected boundBy(
    callee: ts.FunctionLikeDeclaration,
    given: readonly ts.Expression[],
    within: Surroundings,
  ): Surroundings {
    const bound = new Map(within);
    callee.parameters.forEach((parameter, n) => {
      const argument = given[n] ?? parameter.initializer;
      const symbol = this.symbolOf(parameter.name) ?? this.symbolOf(parameter);
      if (symbol && argument) bound.set(symbol, { node: argument, within });
      if (
        argument &&
        ts.isArrayBindingPattern(parameter.name) &&
        ts.isArrayLiteralExpression(argument)
      )
        parameter.name.elements.forEach((element, at) => {
          const of = ts.isBindingElement(element) && this.symbolOf(element.name);
          const value = argument.elements[at];
          if (of && value) bound.set(of, { node: value, within });
        });
    });
    return bound;
  }

  /** Texts of a list that is written out, or made of one by `map`. */
  protected listOfTexts(node: ts.Expression, within: Surroundings): string[] {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return this.listOfTexts(node.expression, within);
    if (ts.isArrayLiteralExpression(node))
      return node.elements.flatMap((each) =>
        ts.isSpreadElement(each)
          ? this.listOfTexts(each.expression, within)
          : [this.textOf(each, within)],
      );
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      if (node.expression.name.text === "map" && first)
        return this.listOf(node.expression.expression, within).map((item) => {
          if (first.getText() === "snake") return snake(this.textOf(item, within));
          const callee = this.functionOf(first);
          return this.textOf(this.returned(callee)[0]!, this.boundBy(callee, [item], within));
        });
    }
    return this.listOf(node, within).map((item) => this.textOf(item, within));
  }

  /** The elements of a list, also those of `Object.entries` and `Object.keys`. */
  protected listOf(node: ts.Expression, within: Surroundings): ts.Expression[] {
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    if (ts.isCallExpression(node) && first) {
      const name = node.expression.getText();
      if (name === "Object.entries" || name === "Object.keys")
        return this.entriesOf(first, within).map(([key, value]) =>
          name === "Object.keys"
            ? ts.factory.createStringLiteral(key)
            : ts.factory.createArrayLiteralExpression([ts.factory.createStringLiteral(key), value]),
        );
    }
    // What a filter leaves out has the shape of what it leaves.
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "filter"
    )
      return this.listOf(node.expression.expression, within);
    if (ts.isArrayLiteralExpression(node))
      return node.elements.flatMap((each) =>
        ts.isSpreadElement(each) ? this.listOf(each.expression, within) : [each],
      );
    if (
      ts.isAsExpression(node) ||
      ts.isParenthesizedExpression(node) ||
      ts.isSatisfiesExpression(node)
    )
      return this.listOf(node.expression, within);
    if (ts.isPropertyAccessExpression(node))
      return this.listOf(this.property(node.expression, node.name.text, within), within);
    if (ts.isIdentifier(node)) {
      const symbol = this.symbolOf(node);
      const bound = symbol && within.get(symbol);
      if (bound) return this.listOf(bound.node, bound.within);
      const declared = symbol?.valueDeclaration;
      if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
        return this.listOf(declared.initializer, within);
    }
    throw new Unresolved(`the list ${node.getText().slice(0, 60)}`);
  }

  protected entriesOf(node: ts.Expression, within: Surroundings): [string, ts.Expression][] {
    return this.objectOf(node, within).properties.flatMap((each): [string, ts.Expression][] => {
      if (ts.isSpreadAssignment(each)) return this.entriesOf(each.expression, within);
      if (ts.isPropertyAssignment(each))
        return [[each.name.getText().replaceAll('"', ""), each.initializer]];
      throw new Unresolved(each.getText().slice(0, 40));
    });
  }

  protected functionOf(node: ts.Expression): ts.FunctionLikeDeclaration {
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return node;
    if (ts.isParenthesizedExpression(node)) return this.functionOf(node.expression);
    const at = ts.isPropertyAccessExpression(node) ? node.name : node;
    const declared = this.symbolOf(at)?.valueDeclaration;
    if (declared && ts.isFunctionDeclaration(declared) && declared.body) return declared;
    if (declared && ts.isMethodDeclaration(declared)) return declared;
    if (
      declared &&
      (ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared)) &&
      declared.initializer
    )
      return this.functionOf(declared.initializer);
    throw new Unresolved(`the function ${node.getText().slice(0, 40)}`);
  }

  /** What a function returns, each of its returns. */
  protected returned(callee: ts.FunctionLikeDeclaration): ts.Expression[] {
    const { body } = callee;
    if (!body) return [];
    if (!ts.isBlock(body)) return [body];
    const found: ts.Expression[] = [];
    const visit = (node: ts.Node) => {
      if (ts.isFunctionLike(node)) return;
      if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
      ts.forEachChild(node, visit);
    };
    visit(body);
    return found;
  }
}
