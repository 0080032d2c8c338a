/**
 * Texts with fields of a record: `{{name}}` stands for a value, `{{#if name}} … {{else}} … {{/if}}`
 * asks whether there is one, `{{#if status = "Active"}}` whether it is this one. Nothing else is
 * read, and nothing of a value is.
 */
type Piece =
  | { kind: "text"; text: string }
  | { kind: "field"; name: string; line: number }
  | {
      kind: "if";
      name: string;
      equals: string | null;
      line: number;
      then: Piece[];
      otherwise: Piece[];
    };

/** What is wrong with a text, and in which line of it, counted from 1. */
export type Trouble = { line: number; sentence: string };

const mark = /\{\{\s*([^{}]*?)\s*\}\}/g;
const condition = /^#if\s+([A-Za-z][\w.]*)(?:\s*=\s*"([^"]*)")?$/;
const fieldName = /^[A-Za-z][\w.]*$/;
const deepest = 5;

type Open = { piece: Extract<Piece, { kind: "if" }>; into: "then" | "otherwise" };

class Reader {
  readonly pieces: Piece[] = [];
  readonly trouble: Trouble[] = [];
  private readonly open: Open[] = [];

  private add(piece: Piece): void {
    const last = this.open.at(-1);
    (last ? last.piece[last.into] : this.pieces).push(piece);
  }

  text(text: string): void {
    if (text) this.add({ kind: "text", text });
  }

  mark(inside: string, line: number): void {
    const asked = condition.exec(inside);
    if (asked) return this.begin(asked[1]!, asked[2] ?? null, line);
    if (inside === "else") return this.turn(line);
    if (inside === "/if") return this.end(line);
    if (fieldName.test(inside)) return this.add({ kind: "field", name: inside, line });
    this.say(line, `“{{${inside}}}” is neither a field nor a condition.`);
  }

  private begin(name: string, equals: string | null, line: number): void {
    const piece = { kind: "if", name, equals, line, then: [], otherwise: [] } as const;
    const own = { ...piece, then: [] as Piece[], otherwise: [] as Piece[] };
    this.add(own);
    this.open.push({ piece: own, into: "then" });
    if (this.open.length > deepest)
      this.say(line, `Conditions stand in each other at most ${deepest} deep.`);
  }

  private turn(line: number): void {
    const last = this.open.at(-1);
    if (!last || last.into === "otherwise")
      return this.say(line, "“{{else}}” stands outside of a condition.");
    last.into = "otherwise";
  }

  private end(line: number): void {
    if (!this.open.pop()) this.say(line, "“{{/if}}” ends no condition.");
  }

  private say(line: number, sentence: string): void {
    this.trouble.push({ line, sentence });
  }

  done(): { pieces: Piece[]; trouble: Trouble[] } {
    for (const { piece } of this.open)
      this.say(piece.line, "This condition has no end. Write {{/if}} behind it.");
    return { pieces: this.pieces, trouble: this.trouble };
  }
}

/** A condition's marks; one alone on its line takes the line with it. */
const isControl = (inside: string): boolean => /^#if\s|^else$|^\/if$/.test(inside);

/** The pieces of a text, and what is wrong with it. */
const read = (text: string) => {
  const reader = new Reader();
  let at = 0;
  let line = 1;
  for (const found of text.matchAll(mark)) {
    const before = text.slice(at, found.index);
    reader.text(before);
    line += before.split("\n").length - 1;
    reader.mark(found[1]!, line);
    at = found.index + found[0].length;
    if (isControl(found[1]!) && /(^|\n)$/.test(text.slice(0, found.index)) && text[at] === "\n")
      at++;
    line += text.slice(found.index, at).split("\n").length - 1;
  }
  reader.text(text.slice(at));
  return reader.done();
};

const namesIn = (pieces: readonly Piece[]): { name: string; line: number }[] =>
  pieces.flatMap((piece) =>
    piece.kind === "text"
      ? []
      : piece.kind === "field"
        ? [piece]
        : [piece, ...namesIn(piece.then), ...namesIn(piece.otherwise)],
  );

/** What is wrong with a text whose fields are to be among `known`. */
export const troubleOf = (text: string, known: ReadonlySet<string>): Trouble[] => {
  const { pieces, trouble } = read(text);
  const unknown = namesIn(pieces).filter(({ name }) => !known.has(name));
  return [
    ...trouble,
    ...unknown.map(({ name, line }) => ({
      line,
      sentence: `There is no field “${name}” here. Choose one of the list.`,
    })),
  ].toSorted((a, b) => a.line - b.line);
};

const signs = /[\\`*_{}[\]<>()#+\-.!|~&]/g;
/** A value as Markdown shows it letter by letter: nothing of it is markup. */
export const plainInMarkdown = (value: string): string =>
  value.replace(signs, "\\$&").replace(/\r\n?|\n/g, "\\\n");

/** The text with its values; a field without a value is left out. */
export const merged = (
  text: string,
  values: ReadonlyMap<string, string>,
  shown: (value: string) => string = (value) => value,
): string => {
  const write = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if (piece.kind === "text") return piece.text;
        const value = values.get(piece.name) ?? "";
        if (piece.kind === "field") return shown(value);
        const holds = piece.equals === null ? value !== "" : value === piece.equals;
        return write(holds ? piece.then : piece.otherwise);
      })
      .join("");
  return write(read(text).pieces);
};
