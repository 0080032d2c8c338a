import ts from "typescript";
import { isStatement } from "./asserted.ts";
import { calleeOf, StandingTexts, Unresolved, type Surroundings } from "./texts.ts";

/** A value's place in a text; `$n` once the text is whole. */
const VALUE = "\u0001";

const nothing: Surroundings = new Map();

/** Takes each alternative of each part once: as many texts as the longest list. */
const together = (parts: readonly (readonly string[])[]): string[] => {
  const count = Math.max(1, ...parts.map((part) => part.length));
  return Array.from({ length: count }, (_, n) =>
    parts.map((part) => part[Math.min(n, part.length - 1)]!).join(""),
  );
};
const distinct = (texts: readonly string[]) => [...new Set(texts)].slice(0, 24);

const MOST = 24;

/** What stands for a condition, an order or a number of rows: none names a column, or says its type. */
const STAND_INS = [
  { behind: /\b(where|and|or)\s*\(?\s*$/i, text: "true" },
  { behind: /\b(order by|limit|offset)\s*$/i, text: "1" },
] as const;

/** Functions of lists that bind what a text names as `$actor`, and the types that they bind with. */
const BOUND = new Set(["bindActor", "withFiles", "withValues"]);
const NAMED: Readonly<Record<string, string>> = {
  actor: "::uuid",
  today: "::date",
  zone: "::text",
  held: "::text[]",
  files: "::uuid[]",
  values: "::text[]",
};

/** Reads the texts that pieces of SQL can have. */
export class Resolver extends StandingTexts {
  private readonly calls = new Map<string, ts.CallExpression[]>();
  private readonly program: ts.Program;

  constructor(program: ts.Program) {
    super(program.getTypeChecker());
    this.program = program;
  }

  /**
   * The texts of a statement, every branch taken once, with `$1`, `$2` for its values.
   * @throws Unresolved where a piece is made while the program runs.
   */
  textsOf(statement: ts.Expression): string[] {
    return distinct(this.pieces(statement, nothing, 0)).map((text) => {
      let n = 0;
      return text.replaceAll(VALUE, () => `$${++n}`).replace(/\s*\n\s*/g, " ");
    });
  }

  private pieces(node: ts.Expression, within: Surroundings, depth: number): string[] {
    if (depth > 30) throw new Unresolved("calls itself");
    const next = (other: ts.Expression) => this.pieces(other, within, depth + 1);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isAwaitExpression(node)
    )
      return next(node.expression);
    if (ts.isTaggedTemplateExpression(node)) return this.template(node.template, within, depth);
    if (ts.isConditionalExpression(node))
      return distinct([...next(node.whenTrue), ...next(node.whenFalse)]);
    if (ts.isBinaryExpression(node)) return this.either(node, within, depth);
    if (ts.isIdentifier(node)) return this.named(node, within, depth);
    if (ts.isCallExpression(node)) return this.called(node, within, depth);
    if (ts.isPropertyAccessExpression(node)) return this.member(node, within, depth);
    if (ts.isElementAccessExpression(node)) return this.anyMember(node, within, depth);
    throw new Unresolved(`${ts.SyntaxKind[node.kind]} ${node.getText().slice(0, 40)}`);
  }

  private template(template: ts.TemplateLiteral, within: Surroundings, depth: number): string[] {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
    const parts: string[][] = [[template.head.text]];
    let before = template.head.text;
    for (const { expression, literal } of template.templateSpans) {
      const standIn = STAND_INS.find(({ behind }) => behind.test(before))?.text;
      parts.push(this.partOr(standIn, expression, within, depth), [literal.text]);
      before = literal.text;
    }
    return together(parts);
  }

  /** A piece that is made while the program runs, where it shapes no column of the answer. */
  private partOr(
    standIn: string | undefined,
    node: ts.Expression,
    within: Surroundings,
    depth: number,
  ): string[] {
    try {
      return this.part(node, within, depth);
    } catch (error) {
      if (error instanceof Unresolved && standIn !== undefined) return [standIn];
      throw error;
    }
  }

  /** A nested piece of SQL, or a value. */
  private part(node: ts.Expression, within: Surroundings, depth: number): string[] {
    return isStatement(this.checker, this.checker.getTypeAtLocation(node))
      ? this.pieces(node, within, depth + 1)
      : [VALUE];
  }

  private either(node: ts.BinaryExpression, within: Surroundings, depth: number): string[] {
    const kind = node.operatorToken.kind;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return this.pieces(node.right, within, depth + 1);
    if (kind !== ts.SyntaxKind.QuestionQuestionToken && kind !== ts.SyntaxKind.BarBarToken)
      throw new Unresolved(node.getText().slice(0, 40));
    return distinct([
      ...this.optional(node.left, within, depth),
      ...this.pieces(node.right, within, depth + 1),
    ]);
  }

  private optional(node: ts.Expression, within: Surroundings, depth: number): string[] {
    try {
      return this.pieces(node, within, depth + 1);
    } catch (error) {
      if (error instanceof Unresolved) return [];
      throw error;
    }
  }

  private named(node: ts.Identifier, within: Surroundings, depth: number): string[] {
    if (node.text === "undefined") throw new Unresolved("undefined");
    const symbol = this.symbolOf(node);
    const bound = symbol && within.get(symbol);
    if (bound) return this.pieces(bound.node, bound.within, depth + 1);
    const declared = symbol?.valueDeclaration;
    if (!declared) throw new Unresolved(node.text);
    if (
      ts.isVariableDeclaration(declared) &&
      declared.initializer &&
      ts.isIdentifier(declared.name)
    )
      return this.variable(declared, within, depth);
    if (ts.isParameter(declared)) return this.parameter(declared, depth);
    if (ts.isBindingElement(declared)) return this.unpacked(declared, within, depth);
    if (ts.isShorthandPropertyAssignment(declared))
      return this.named(declared.name, within, depth + 1);
    throw new Unresolved(`${node.text} (${ts.SyntaxKind[declared.kind]})`);
  }

  private variable(node: ts.VariableDeclaration, within: Surroundings, depth: number): string[] {
    if (!(node.parent.flags & ts.NodeFlags.Const))
      throw new Unresolved(`let ${node.name.getText()}`);
    return this.pieces(node.initializer!, within, depth + 1);
  }

  /** A parameter takes what the calls of its function give. */
  private parameter(node: ts.ParameterDeclaration, depth: number): string[] {
    const callee = node.parent;
    const at = callee.parameters.indexOf(node);
    const name = nameOf(callee);
    if (!name) throw new Unresolved(`parameter ${node.name.getText()} of a nameless function`);
    const symbol = this.symbolOf(name);
    const given = this.callsOf(name.text)
      .filter((call) => this.symbolOf(calleeOf(call)) === symbol)
      .flatMap((call) => {
        const argument = call.arguments[at] ?? node.initializer;
        return argument ? this.optional(argument, nothing, depth + 1) : [];
      });
    if (given.length === 0)
      throw new Unresolved(`parameter ${node.name.getText()} of ${name.text}`);
    return distinct(given).slice(0, MOST);
  }

  /** `{ where }` of a parameter or of an object that is written out. */
  private unpacked(node: ts.BindingElement, within: Surroundings, depth: number): string[] {
    const holder = node.parent.parent;
    const key = (node.propertyName ?? node.name).getText();
    if (ts.isParameter(holder)) {
      const symbol = this.symbolOf(holder);
      const bound = symbol && within.get(symbol);
      if (bound)
        return this.pieces(this.property(bound.node, key, within), bound.within, depth + 1);
      const callee = holder.parent;
      const name = nameOf(callee);
      const at = callee.parameters.indexOf(holder);
      if (name) {
        const of = this.symbolOf(name);
        const given = this.callsOf(name.text)
          .filter((call) => this.symbolOf(calleeOf(call)) === of && call.arguments[at])
          .flatMap((call) => {
            try {
              return this.pieces(
                this.property(call.arguments[at]!, key, within),
                nothing,
                depth + 1,
              );
            } catch (error) {
              if (error instanceof Unresolved) return [];
              throw error;
            }
          });
        if (given.length) return distinct(given);
      }
    } else if (ts.isVariableDeclaration(holder) && holder.initializer)
      return this.pieces(this.property(holder.initializer, key, within), within, depth + 1);
    throw new Unresolved(`{ ${key} }`);
  }

  private member(node: ts.PropertyAccessExpression, within: Surroundings, depth: number): string[] {
    return this.pieces(this.property(node.expression, node.name.text, within), within, depth + 1);
  }

  /** `texts[kind]`: each of them. */
  private anyMember(
    node: ts.ElementAccessExpression,
    within: Surroundings,
    depth: number,
  ): string[] {
    const found = this.objectOf(node.expression, within).properties.flatMap((each) =>
      ts.isPropertyAssignment(each) ? this.optional(each.initializer, within, depth + 1) : [],
    );
    if (found.length === 0) throw new Unresolved(node.getText().slice(0, 40));
    return distinct(found);
  }

  private called(node: ts.CallExpression, within: Surroundings, depth: number): string[] {
    const name = calleeOf(node).getText();
    const [first, second] = node.arguments;
    const withValues = first && BOUND.has(name) ? this.textOf(first, within) : null;
    if (withValues !== null)
      return [
        withValues.replace(
          /\$(actor|today|zone|held|files|values)\b/g,
          (_, value: string) => VALUE + NAMED[value]!,
        ),
      ];
    const builtIn = this.builtIn(name, node);
    if (builtIn && first) {
      if (builtIn === "join") return this.joined(first, second, within, depth);
      return [this.textOf(first, within)];
    }
    return distinct(
      this.functionsOf(node.expression, within).flatMap((callee) =>
        this.calledOf(callee, node, within, depth),
      ),
    );
  }

  /** `sources[kind](…)`: each of them; else the one that is named. */
  private functionsOf(node: ts.Expression, within: Surroundings): ts.FunctionLikeDeclaration[] {
    if (!ts.isElementAccessExpression(node)) return [this.functionOf(node)];
    return this.objectOf(node.expression, within).properties.map((each) => {
      if (ts.isPropertyAssignment(each)) return this.functionOf(each.initializer);
      const symbol =
        ts.isShorthandPropertyAssignment(each) &&
        this.checker.getShorthandAssignmentValueSymbol(each);
      const declared = symbol ? symbol.valueDeclaration : undefined;
      if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
        return this.functionOf(declared.initializer);
      throw new Unresolved(`the function ${node.getText().slice(0, 40)}`);
    });
  }

  private calledOf(
    callee: ts.FunctionLikeDeclaration,
    node: ts.CallExpression,
    within: Surroundings,
    depth: number,
  ): string[] {
    const bound = new Map(within);
    callee.parameters.forEach((parameter, n) => {
      const symbol = this.symbolOf(parameter.name) ?? this.symbolOf(parameter);
      const argument = node.arguments[n] ?? parameter.initializer;
      if (symbol && argument) bound.set(symbol, { node: argument, within });
      if (argument && ts.isObjectBindingPattern(parameter.name))
        for (const element of parameter.name.elements) {
          const key = (element.propertyName ?? element.name).getText();
          const of = this.symbolOf(element.name);
          try {
            if (of) bound.set(of, { node: this.property(argument, key, within), within });
          } catch (error) {
            if (!(error instanceof Unresolved)) throw error;
          }
        }
    });
    return distinct(this.returned(callee).flatMap((value) => this.pieces(value, bound, depth + 1)));
  }

  /** `raw`, `ident`, `join` and `bind` of `sql.ts`. */
  private builtIn(name: string, node: ts.CallExpression): string | null {
    if (!["raw", "ident", "join", "bind"].includes(name)) return null;
    const file = this.symbolOf(calleeOf(node))?.valueDeclaration?.getSourceFile().fileName ?? "";
    return file.endsWith("src/server/db/sql.ts") ? name : null;
  }

  private joined(
    list: ts.Expression,
    separator: ts.Expression | undefined,
    within: Surroundings,
    depth: number,
  ): string[] {
    const between = separator ? this.textOf(separator, within) : ", ";
    const items = this.items(list, within);
    const parts = items.flatMap((item, n) => {
      const texts = this.pieces(item, within, depth + 1);
      return n ? [[between], texts] : [texts];
    });
    if (parts.length === 0) throw new Unresolved("an empty list");
    return together(parts);
  }

  /** The elements of a list: those written out, or one of those that a function makes. */
  private items(node: ts.Expression, within: Surroundings): ts.Expression[] {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return this.items(node.expression, within);
    if (ts.isArrayLiteralExpression(node))
      return node.elements.flatMap((each) =>
        ts.isSpreadElement(each) ? this.spread(each.expression, within) : [each],
      );
    if (ts.isConditionalExpression(node)) return this.items(node.whenTrue, within);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      const method = node.expression.name.text;
      if (method === "map" && first) return this.returned(this.functionOf(first)).slice(0, 1);
      if (method === "filter") return this.items(node.expression.expression, within);
    }
    if (ts.isIdentifier(node)) {
      const symbol = this.symbolOf(node);
      const bound = symbol && within.get(symbol);
      if (bound) return this.items(bound.node, bound.within);
      const declared = symbol?.valueDeclaration;
      if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
        return this.items(declared.initializer, within);
    }
    throw new Unresolved(`the list ${node.getText().slice(0, 40)}`);
  }

  private spread(node: ts.Expression, within: Surroundings): ts.Expression[] {
    try {
      return this.items(node, within);
    } catch (error) {
      if (error instanceof Unresolved) return [];
      throw error;
    }
  }

  private callsOf(name: string): readonly ts.CallExpression[] {
    if (this.calls.size === 0) this.indexCalls();
    return this.calls.get(name) ?? [];
  }

  private indexCalls() {
    const visit = (node: ts.Node) => {
      if (ts.isCallExpression(node)) {
        const name = calleeOf(node).getText();
        const list = this.calls.get(name);
        if (list) list.push(node);
        else this.calls.set(name, [node]);
      }
      ts.forEachChild(node, visit);
    };
    for (const source of this.program.getSourceFiles())
      if (!source.isDeclarationFile && !source.fileName.includes("node_modules")) visit(source);
  }
}

const nameOf = (callee: ts.SignatureDeclaration | ts.Node): ts.Identifier | undefined => {
  if (ts.isFunctionDeclaration(callee)) return callee.name;
  const holder = callee.parent;
  return holder && ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name)
    ? holder.name
    : undefined;
};
