import type { Day } from "#kernel/time.ts";
import { boughtBefore, caseDay, casePlaces } from "./need.cases.ts";
import { nearestTo, pastIndexOf } from "./near.model.ts";
import { needIn } from "./need.model.ts";

const index = pastIndexOf(boughtBefore);
const near = (description: string) => nearestTo(index, description)[0]?.id ?? "none";

/** What the agent reads of a need, as the cases write it. */
export const needAnswer = (given: string): string => {
  const { lines, neededOn, placeId } = needIn(given, caseDay as Day, casePlaces);
  const said = lines.map(
    ({ quantity, unit, description, unitPrice }) =>
      `${quantity ?? "-"} ${unit ?? "-"} ${near(description)}${unitPrice ? ` at ${unitPrice}` : ""}`,
  );
  return [...said, neededOn ?? "-", placeId ?? "-"].join(" | ");
};

// A comma or "and" parts the lines, the first number is the quantity and the word behind it the unit;
// what was bought last with one of the words is the same.
export const needBaseline = (given: string): string => {
  const lines = given.split(/,\s|\sand\s/).map((part) => {
    const [, quantity = "-", unit = "-"] = /(\d[\d,.]*)\s+(\w+)/.exec(part) ?? [];
    const words = part.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
    const same = boughtBefore.findLast(({ description }) =>
      words.some((word) => description.toLowerCase().includes(word)),
    );
    return `${quantity} ${unit} ${same?.id ?? "none"}`;
  });
  return [...lines, "-", "-"].join(" | ");
};
export const needBeside =
  "parting at commas, taking the first number, and the last line bought with one of the words";
