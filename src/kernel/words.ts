/**
 * A text as a sentence: with a full stop, unless it ends with a mark of its own. For reasons that
 * people wrote.
 */
export const sentence = (text: string): string =>
  /[.!?…]$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;

/**
 * A count with its noun: `1 line`, `2,345 lines`; `several` where an s does not make the plural.
 * Only whole numbers say `1 day` for one: `1.5 days`.
 */
export const counted = (n: number, one: string, several = `${one}s`): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : several}`;

/** The name of a field as words: "dueHours" as "Due hours". */
export const keyInWords = (key: string): string => {
  const words = key.replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b}`);
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
};

/** A name inside a sentence: "invoice agent", "FEMA claims agent". */
export const inSentence = (name: string): string =>
  /^[A-Z][^A-Z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
