import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { agencyDay } from "./days.ts";

type Inner = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  entries?: Record<string, string>;
};

/** Values to choose from where a field is a choice: of its enum, or lists of one of its element. */
const choices = (field: z.ZodType): unknown[] => {
  const { innerType, in: input, element, entries } = field._zod.def as unknown as Inner;
  if (entries) return Object.values(entries).toReversed();
  if (element) return choices(element).map((one) => [one]);
  const inner = innerType ?? input;
  return inner ? choices(inner) : [];
};

/** What people type into the fields that there are, another one for each `n` from 0 to 9. */
const typed = (name: string, n: number): unknown[] => [
  `${name.slice(0, 12)} ${n}`,
  `round${n}@trip.test`,
  `https://trip.test/${n}`,
  `(952) 555-013${n}`,
  agencyDay(-1 - n),
  `41-234567${n}`,
  `ABCDEFGHJK1${n}`,
  `1${n}`,
  ["CAD", "EUR", "GBP"][n],
  ["CA", "MX", "GB"][n],
  11 + n,
];

/**
 * Two values of a field that its model takes, the first another one than an empty form holds
 * (`blank`), the second another one than the first: where there are no three, the blank. They are as
 * the model gives them, so that an answer can be compared with them. Throws for a field that needs
 * what the database has, such as an id: these are given.
 */
export const valuesOf = (name: string, field: z.ZodType, blank: unknown): [unknown, unknown] => {
  const found: unknown[] = [];
  const offered = [true, false, ...choices(field), ...typed(name, 0), ...typed(name, 1)];
  for (const value of offered) {
    const { success, data } = field.safeParse(value);
    if (success && data !== null && ![blank, ...found].some((o) => isDeepStrictEqual(o, data)))
      found.push(data);
  }
  if (found.length === 0) throw new Error(`No values for ${name}: give two that its model takes`);
  const alike = found.filter((value) => typeof value === typeof found[0]);
  return [alike[0], alike.length > 1 ? alike.at(-1) : blank];
};
