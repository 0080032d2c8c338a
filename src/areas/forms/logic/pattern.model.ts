/** Answers of a field with a pattern are this long at most, so that the bound below holds. */
export const mostPatternText = 200;
// Steps that an answer may cost: well under a tenth of a second.
const mostSteps = 3_000_000;

const token =
  /\\[\s\S]|\[\^?(?:\\[\s\S]|[^\]\\])*\]|\(\?:|\(\?|\(|\)|\||[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/gu;

/** By how much a quantifier multiplies the ways in which a text can be read. */
const waysOf = (quantifier: string): number => {
  if (quantifier.startsWith("?")) return 2;
  if (quantifier.startsWith("*") || quantifier.startsWith("+")) return mostPatternText;
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier)!;
  if (Number(least) > mostPatternText || Number(most) > mostPatternText) return Infinity;
  if (!comma) return 1;
  return most === "" ? mostPatternText : Math.max(1, Number(most) - Number(least) + 1);
};

/** The ways in which a pattern can be tried on a text, as a bound from above; or why it is refused. */
const stepsOf = (pattern: string): number | string => {
  let steps = 1;
  let before = "";
  for (const [part] of pattern.matchAll(token)) {
    if (part === "(?") return "Groups may only be ( ) or (?: ): no looking ahead or behind.";
    if (/^\\[1-9k]/.test(part)) return "A pattern cannot refer back to a group.";
    const quantifier = /^(?:[*+?]|\{\d)/.test(part);
    if (quantifier && before === ")" && !part.startsWith("?"))
      return "A group cannot be repeated: repeat single letters or [sets] instead.";
    if (quantifier) steps *= waysOf(part);
    else if (part === "|") steps *= 2;
    before = part;
  }
  return steps;
};

/**
 * Why a pattern is refused, or null. It must be a regular expression whose trial on an answer ends
 * soon whatever the answer: groups are not repeated, nothing is looked back at, and the ways to
 * read 200 letters stay below three million.
 */
export const objectionToPattern = (pattern: string): string | null => {
  const steps = stepsOf(pattern);
  if (typeof steps === "string") return steps;
  if (steps > mostSteps)
    return "This pattern could take very long on some answers. Use fewer *, + and ?.";
  try {
    new RegExp(`^(?:${pattern})$`, "u");
    return null;
  } catch {
    return "This is no regular expression.";
  }
};

/** Whether an answer is, from its first letter to its last, what the pattern says. */
export const fits = (pattern: string, text: string): boolean =>
  text.length <= mostPatternText && new RegExp(`^(?:${pattern})$`, "u").test(text);
