import { emitted, type Gases, type Potentials } from "./gas.model.ts";
import type { Difference } from "../year/year.model.ts";

/** As much of a line as a restatement compares. */
export type ComparedLine = {
  sourceKey: string;
  activity: string;
  /** In the factor's unit. */
  amount: string;
  factorId: string;
  factorUnit: string;
  factor: Gases;
  grams: number;
};
/** One version of a year: its lines and what warms how much. `method`: how each activity was found and measured. */
export type Compared = {
  lines: readonly ComparedLine[];
  potentials: Potentials;
  method: Readonly<Record<string, string>>;
};

/**
 * Why one version of a year differs from another, in grams of CO2e. Of a line in both: first what its other
 * quantity does, then its other factor, then the other potentials, each step rounded as a line is, so that they add
 * up to the difference exactly. A line of one version only is the method where the method of its activity changed,
 * else a quantity; so is one whose factor counts in another unit.
 */
export const differenceOf = (before: Compared, after: Compared): Difference => {
  const causes = { quantity: 0, factor: 0, potentials: 0, method: 0 };
  const known = new Map(before.lines.map((line) => [line.sourceKey, line]));
  const alone = ({ activity }: ComparedLine): "method" | "quantity" =>
    before.method[activity] === after.method[activity] ? "quantity" : "method";
  for (const line of after.lines) {
    const was = known.get(line.sourceKey);
    known.delete(line.sourceKey);
    if (!was) {
      causes[alone(line)] += line.grams;
    } else if (was.activity !== line.activity || was.factorUnit !== line.factorUnit) {
      causes.method += line.grams - was.grams;
    } else {
      const quantity = emitted(line.amount, was.factor, before.potentials);
      const factor = emitted(line.amount, line.factor, before.potentials);
      causes.quantity += quantity - was.grams;
      causes.factor += factor - quantity;
      causes.potentials += line.grams - factor;
    }
  }
  for (const line of known.values()) causes[alone(line)] -= line.grams;
  const total = ({ lines }: Compared) => lines.reduce((sum, { grams }) => sum + grams, 0);
  return { ...causes, from: total(before), to: total(after) };
};
