import type { Logic } from "#kernel/logic/logic.ts";

/** Where the value of a variable comes from. */
export const variableSources = {
  length: "Measured length",
  area: "Measured area",
  volume: "Measured volume",
  count: "Measured count",
  typed: "Typed in",
} as const;
type VariableSource = keyof typeof variableSources;

/**
 * What the quantities of an assembly follow from. `unit`: a word of the agency's list of units; the
 * limits are inclusive, in this unit, and `usual` is what a typed one begins with.
 */
export type Variable = {
  key: string;
  label: string;
  source: VariableSource;
  unit: string;
  least: string | null;
  most: string | null;
  usual: string | null;
};

/**
 * What is bought of an assembly. `formula` gives its quantity in `unit`, `waste` is the percent that
 * is added, `pack` how much of the unit one pack holds (null: sold by any quantity), `costCode` and
 * `stockItem` are the agency's own codes.
 */
export type AssemblyItem = {
  key: string;
  description: string;
  commodityCode: string | null;
  stockItem: string | null;
  unit: string;
  formula: Logic;
  waste: string;
  pack: string | null;
  costCode: string | null;
};

/** A version of an assembly, as far as quantities follow from it. */
export type AssemblyParts = {
  variables: readonly Variable[];
  items: readonly AssemblyItem[];
};

/** A value of a variable: an amount as decimal text, and the unit that it is in. */
export type Given = { amount: string; unit: string };
/** Values by the keys of variables; one that is missing has none. */
export type GivenValues = Readonly<Record<string, Given | undefined>>;
