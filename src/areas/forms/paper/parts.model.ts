import type { PaperField, PaperFormat, Sheet } from "./paper.labels.ts";

/** Numbers that paper divides among boxes: how people write them, each group apart. */
const shapes = {
  ein: /^(\d{2})[- ]?(\d{7})$/,
  ssn: /^(\d{3})[- ]?(\d{2})[- ]?(\d{4})$/,
  zip: /^(\d{5})(?:[- ]?(\d{4}))?$/,
  phone: /^(?:\+?1[ .-]?)?\(?(\d{3})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/,
  date: /^(\d{2})\/(\d{2})\/(\d{4})$/,
  isoDate: /^(\d{4})-(\d{2})-(\d{2})$/,
} as const;

type Part = { of: "ein" | "ssn" | "zip" | "phone"; group: number; digits: number };

/** Formats that write one group of a number, with how many digits it has. */
const parts: Partial<Record<PaperFormat, Part>> = {
  einStart: { of: "ein", group: 1, digits: 2 },
  einEnd: { of: "ein", group: 2, digits: 7 },
  ssnStart: { of: "ssn", group: 1, digits: 3 },
  ssnMiddle: { of: "ssn", group: 2, digits: 2 },
  ssnEnd: { of: "ssn", group: 3, digits: 4 },
  zipStart: { of: "zip", group: 1, digits: 5 },
  zipEnd: { of: "zip", group: 2, digits: 4 },
  phoneStart: { of: "phone", group: 1, digits: 3 },
  phoneMiddle: { of: "phone", group: 2, digits: 3 },
  phoneEnd: { of: "phone", group: 3, digits: 4 },
};

/** So many digits a format writes; null where it writes a whole value. */
export const digitsOf = (format: PaperFormat): number | null => parts[format]?.digits ?? null;

/**
 * One group of a number: of EIN 12-3456789 the last seven digits. What a ZIP of five digits lacks is
 * empty. Null where the text is no number of this pattern.
 */
export const partOf = (format: PaperFormat, text: string): string | null => {
  const part = parts[format];
  if (!part) return null;
  const found = shapes[part.of].exec(text.trim());
  return found ? (found[part.group] ?? "") : null;
};

/** The digits of a number that is written with signs between its groups; other text as it is. */
export const bareNumber = (text: string): string => {
  for (const shape of Object.values(shapes)) {
    const found = shape.exec(text.trim());
    if (found) return found.slice(1).join("");
  }
  return text;
};

/** Whether a text is one number, of which a piece alone would say something else. */
export const isNumber = (text: string): boolean =>
  text.length <= 40 && /^[-+(]?\$?\(?\d[\d ().,/-]*$/.test(text.trim());

const divided: Readonly<Record<string, { name: string; formats: PaperFormat[] }>> = {
  "2-7": { name: "EIN", formats: ["einStart", "einEnd"] },
  "3-2-4": { name: "SSN", formats: ["ssnStart", "ssnMiddle", "ssnEnd"] },
  "5-4": { name: "ZIP", formats: ["zipStart", "zipEnd"] },
  "3-3-4": { name: "telephone number", formats: ["phoneStart", "phoneMiddle", "phoneEnd"] },
  "2-2-4": { name: "day", formats: ["month", "day", "year"] },
};

/** Fields that stand beside each other and take one number together, each with its format. */
export type Division = { name: string; fields: { field: string; format: PaperFormat }[] };

const onLineOf = (one: PaperField, two: PaperField): boolean => {
  const [a, b] = [one.boxes[0]!, two.boxes[0]!];
  return a.page === b.page && Math.abs(a.y - b.y) < a.height / 2 && two.mostLetters !== null;
};

/** The gap within a number is a dash or a slash, no column of the form. */
const widestGap = 40;

const followsOn = (sheet: Sheet, first: PaperField): PaperField[] => {
  const line = sheet.fields
    .filter((field) => field.kind === "comb" && onLineOf(first, field))
    .toSorted((a, b) => a.boxes[0]!.x - b.boxes[0]!.x);
  const run = [first];
  for (const field of line.slice(line.indexOf(first) + 1)) {
    const before = run.at(-1)!.boxes[0]!;
    if (run.length === 3 || field.boxes[0]!.x - before.x - before.width > widestGap) break;
    run.push(field);
  }
  return run;
};

/** How the number that begins in this field goes on in those behind it; null where it does not. */
export const divisionFrom = (sheet: Sheet, first: PaperField): Division | null => {
  if (first.kind !== "comb") return null;
  const run = followsOn(sheet, first);
  for (const length of [3, 2]) {
    const group = run.slice(0, length);
    const found = divided[group.map((field) => field.mostLetters).join("-")];
    if (found && group.length === length)
      return {
        name: found.name,
        fields: group.map((field, at) => ({ field: field.name, format: found.formats[at]! })),
      };
  }
  return null;
};
