import { refuse } from "./refusal.ts";
import { enterpriseSchema, groupSchema, isObject, userSchema } from "./resource.model.ts";

export type Filter =
  | { op: "and" | "or"; left: Filter; right: Filter }
  | { op: "not"; of: Filter }
  | { op: "within"; path: string; of: Filter }
  | { op: "pr"; path: string }
  | { op: "eq" | "ne" | "co" | "sw"; path: string; value: string | boolean | number | null };

const misread = (what: string): never =>
  refuse("invalidFilter", `This filter is not understood: ${what}`);

const token = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/gy;
const mostTokens = 200;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let at = 0; at < text.trimEnd().length; at = token.lastIndex) {
    const found = token.exec(text);
    if (!found || tokens.length >= mostTokens) return misread(text.slice(at, at + 60));
    tokens.push(found[1]!);
  }
  return tokens;
};

const literal = (word: string | undefined): string | boolean | number | null => {
  if (word?.startsWith('"')) {
    try {
      return JSON.parse(word) as string;
    } catch {
      return misread(word);
    }
  }
  const said = word?.toLowerCase();
  if (said === "true" || said === "false") return said === "true";
  if (said === "null") return null;
  return word !== undefined && /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : misread(word ?? "");
};

const comparing = ["eq", "ne", "co", "sw"] as const;
const attribute = /^(urn:[\w:.-]+:)?[A-Za-z$][\w$-]*(\.[A-Za-z$][\w$-]*)?$/;

class Parser {
  private readonly tokens: string[];
  private at = 0;
  private depth = 0;
  constructor(text: string) {
    this.tokens = tokensOf(text);
  }
  private peek = () => this.tokens[this.at]?.toLowerCase();
  private take = () => this.tokens[this.at++];
  private expect(word: string): void {
    if (this.take() !== word) misread(`${word} is missing`);
  }

  whole(): Filter {
    const filter = this.either();
    return this.at < this.tokens.length ? misread(this.tokens[this.at]!) : filter;
  }
  private either(): Filter {
    let left = this.both();
    while (this.peek() === "or") {
      this.take();
      left = { op: "or", left, right: this.both() };
    }
    return left;
  }
  private both(): Filter {
    let left = this.one();
    while (this.peek() === "and") {
      this.take();
      left = { op: "and", left, right: this.one() };
    }
    return left;
  }
  private grouped(close: string): Filter {
    if (++this.depth > 20) return misread("too many brackets");
    const filter = this.either();
    this.expect(close);
    this.depth--;
    return filter;
  }
  private one(): Filter {
    if (this.peek() === "not") {
      this.take();
      this.expect("(");
      return { op: "not", of: this.grouped(")") };
    }
    if (this.peek() === "(") {
      this.take();
      return this.grouped(")");
    }
    const path = this.take();
    if (path === undefined || !attribute.test(path)) return misread(path ?? "nothing");
    if (this.peek() === "[") {
      this.take();
      return { op: "within", path, of: this.grouped("]") };
    }
    const op = this.take()?.toLowerCase();
    if (op === "pr") return { op, path };
    const known = comparing.find((each) => each === op);
    return known ? { op: known, path, value: literal(this.take()) } : misread(op ?? path);
  }
}

/** A filter of RFC 7644 section 3.4.2.2 with eq, ne, co, sw, pr, and, or, not, brackets. 400 for others. */
export const parseFilter = (text: string): Filter =>
  text.length > 2000 ? misread("too long") : new Parser(text).whole();

const schemas = [userSchema, groupSchema, enterpriseSchema];

/** The steps of a path; the extension's name is one of them, the core's is left out. */
export const stepsOf = (path: string): string[] => {
  const schema = schemas.find((each) => path.toLowerCase().startsWith(`${each.toLowerCase()}:`));
  const rest = schema ? path.slice(schema.length + 1) : path;
  return [...(schema === enterpriseSchema ? [schema] : []), ...rest.split(".")];
};

const under = (value: unknown, step: string): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((each) => under(each, step));
  if (!isObject(value)) return [];
  const key = Object.keys(value).find((each) => each.toLowerCase() === step.toLowerCase());
  return key === undefined ? [] : [value[key]];
};
const found = (resource: unknown, path: string): unknown[] => {
  const values = stepsOf(path)
    .reduce<unknown[]>((all, step) => all.flatMap((each) => under(each, step)), [resource])
    .flat();
  // Several values are compared by their value.
  return values.map((each) => (isObject(each) && "value" in each ? each["value"] : each));
};

const said = (value: unknown): string => String(value).toLowerCase();
const holds = (op: "eq" | "ne" | "co" | "sw", value: unknown, wanted: unknown): boolean =>
  op === "co"
    ? said(value).includes(said(wanted))
    : op === "sw"
      ? said(value).startsWith(said(wanted))
      : said(value) === said(wanted);

/** Whether a resource is what the filter says; texts without regard to case. */
export const matches = (filter: Filter, resource: unknown): boolean => {
  switch (filter.op) {
    case "and":
      return matches(filter.left, resource) && matches(filter.right, resource);
    case "or":
      return matches(filter.left, resource) || matches(filter.right, resource);
    case "not":
      return !matches(filter.of, resource);
    case "within": {
      const steps = stepsOf(filter.path);
      return steps
        .reduce<unknown[]>((all, step) => all.flatMap((each) => under(each, step)), [resource])
        .flat()
        .some((each) => matches(filter.of, each));
    }
    case "pr":
      return found(resource, filter.path).some((each) => each !== null && each !== "");
    case "ne":
      return !found(resource, filter.path).some((each) => holds("eq", each, filter.value));
    default:
      return found(resource, filter.path).some((each) => holds(filter.op, each, filter.value));
  }
};
