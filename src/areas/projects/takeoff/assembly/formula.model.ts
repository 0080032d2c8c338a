import type { Logic } from "#kernel/logic/logic.ts";

// What a person types into the box of a formula, and the rule that is kept of it. Nothing is
// calculated here: a rule is judged by `kernel/logic` alone.

/** What a formula may use, as operators of `kernel/logic`. */
export const formulaOperators = [
  ...["var", "+", "-", "*", "/", "min", "max", "if"],
  ...["<", "<=", ">", ">=", "==", "!="],
] as const;

/** The most that a formula may be long, in characters. */
export const mostFormula = 500;

/** Names that a variable cannot have, because they are what formulas call. */
export const calledNames: readonly string[] = ["min", "max", "if"];

export type ReadFormula = { rule: Logic } | { problem: string };

class Unread extends Error {}
const unread = (sentence: string): never => {
  throw new Unread(sentence);
};

const piece = /\s*(?:(\d+(?:\.\d+)?)|([a-z][a-zA-Z0-9]*)|(<=|>=|<>|[-+*/×÷−(),<>=]))/y;
type Piece = { kind: "number" | "name" | "sign"; text: string };
const alike: Readonly<Record<string, string>> = {
  "×": "*",
  "÷": "/",
  "−": "-",
  "=": "==",
  "<>": "!=",
};

const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = [];
  piece.lastIndex = 0;
  const end = text.trimEnd().length;
  while (piece.lastIndex < end) {
    const from = piece.lastIndex;
    const found = piece.exec(text);
    if (!found) return unread(`“${text.slice(from).trim().slice(0, 20)}” is not understood.`);
    const [, number, name, sign] = found;
    pieces.push(
      number !== undefined
        ? { kind: "number", text: number }
        : name !== undefined
          ? { kind: "name", text: name }
          : { kind: "sign", text: alike[sign!] ?? sign! },
    );
  }
  return pieces;
};

const comparing = ["<", "<=", ">", ">=", "==", "!="];

/** Reads pieces from left to right, in the order in which arithmetic is done. */
class Reading {
  #at = 0;
  #pieces: readonly Piece[];
  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }
  #is(kind: Piece["kind"], texts?: readonly string[]): boolean {
    const next = this.#pieces[this.#at];
    return next?.kind === kind && (texts === undefined || texts.includes(next.text));
  }
  #take(): string {
    return this.#pieces[this.#at++]!.text;
  }
  #need(sign: string): void {
    if (!this.#is("sign", [sign])) {
      const next = this.#pieces[this.#at];
      unread(
        next ? `“${sign}” is missing before “${next.text}”.` : `“${sign}” is missing at the end.`,
      );
    }
    this.#take();
  }
  #chain(signs: readonly string[], part: () => Logic): Logic {
    let rule = part();
    while (this.#is("sign", signs)) rule = { [this.#take()]: [rule, part()] };
    return rule;
  }
  #sum = (): Logic => this.#chain(["+", "-"], this.#product);
  #product = (): Logic => this.#chain(["*", "/"], this.#single);
  #single = (): Logic => {
    if (this.#is("sign", ["-"])) {
      this.#take();
      return { "-": [this.#single()] };
    }
    if (this.#is("number")) return Number(this.#take());
    if (this.#is("name")) return this.#named(this.#take());
    if (this.#is("sign", ["("])) {
      this.#take();
      const within = this.#sum();
      this.#need(")");
      return within;
    }
    const next = this.#pieces[this.#at];
    return unread(
      next
        ? `A number or a variable is missing before “${next.text}”.`
        : "A number or a variable is missing at the end.",
    );
  };
  #compared = (): Logic => {
    const left = this.#sum();
    if (!this.#is("sign", comparing))
      return unread("“if” begins with a comparison: if(length > 100, 4, 2).");
    return { [this.#take()]: [left, this.#sum()] };
  };
  #named(name: string): Logic {
    if (!calledNames.includes(name)) {
      if (this.#is("sign", ["("]))
        return unread(`“${name}” cannot be called. There are: min, max, if.`);
      return { var: name };
    }
    this.#need("(");
    const args = [name === "if" ? this.#compared() : this.#sum()];
    while (this.#is("sign", [","])) {
      this.#take();
      args.push(this.#sum());
    }
    this.#need(")");
    if (name === "if" && args.length !== 3)
      return unread("“if” has three parts: a comparison, what holds then, and what holds else.");
    return { [name]: args };
  }
  whole(): Logic {
    const rule = this.#sum();
    const next = this.#pieces[this.#at];
    if (next) unread(`“${next.text}” is one too many.`);
    return rule;
  }
}

/** The rule of a formula as it is typed: "length / 6.25 + 1"; or why there is none, in words. */
export const readFormula = (text: string): ReadFormula => {
  if (text.trim() === "") return { problem: "Write how much of it there is." };
  if (text.length > mostFormula)
    return { problem: `A formula has ${mostFormula} characters at most.` };
  try {
    return { rule: new Reading(piecesOf(text)).whole() };
  } catch (error) {
    if (error instanceof Unread) return { problem: error.message };
    throw error;
  }
};

type Told = { text: string; binds: number };
const strength: Readonly<Record<string, number>> = { "+": 1, "-": 1, "*": 2, "/": 2 };
const within = ({ text, binds }: Told, least: number): string =>
  binds < least ? `(${text})` : text;

const shownSign: Readonly<Record<string, string>> = { "==": "=", "!=": "<>" };

const told = (rule: Logic, nameOf: (key: string) => string): Told => {
  if (typeof rule === "number") return { text: String(rule), binds: rule < 0 ? 3 : 4 };
  if (typeof rule !== "object" || rule === null || Array.isArray(rule))
    return { text: JSON.stringify(rule), binds: 4 };
  const [operator = "", given = null] = Object.entries(rule)[0] ?? [];
  const args = Array.isArray(given) ? given : [given];
  const texts = args.map((each) => told(each, nameOf));
  if (operator === "var") return { text: nameOf(String(args[0])), binds: 4 };
  if (operator === "-" && texts.length === 1) return { text: `-${within(texts[0]!, 3)}`, binds: 3 };
  const binds = strength[operator];
  if (binds !== undefined)
    return {
      text: texts
        .map((each, at) => within(each, at === 0 ? binds : binds + 1))
        .join(` ${operator} `),
      binds,
    };
  if (comparing.includes(operator))
    return {
      text: texts.map((each) => within(each, 1)).join(` ${shownSign[operator] ?? operator} `),
      binds: 0,
    };
  return { text: `${operator}(${texts.map((each) => each.text).join(", ")})`, binds: 4 };
};

/**
 * A rule as it would be typed; read again it is the same rule. `nameOf` puts something else in place of
 * a variable, such as its value.
 */
export const formulaText = (rule: Logic, nameOf = (key: string) => key): string =>
  rule === null ? "" : told(rule, nameOf).text;
