import type { AssemblyItem, AssemblyParts, Variable } from "./assembly.labels.ts";
import type { AssemblyRow } from "./assembly.model.ts";
import { formulaText, readFormula } from "./formula.model.ts";

/** A variable as its form holds it. */
export const blankVariable = {
  key: "",
  label: "",
  source: "length",
  unit: "ft",
  least: "",
  most: "",
  usual: "",
};
/** An item as its form holds it: its formula as typed. */
export const blankItem = {
  key: "",
  description: "",
  commodityCode: "",
  stockItem: "",
  unit: "each",
  formula: "",
  waste: "0",
  pack: "",
  costCode: "",
};

export const blank = {
  name: "",
  about: "",
  variables: [{ ...blankVariable }],
  items: [{ ...blankItem }],
};
export type AssemblyForm = typeof blank;

const orEmpty = (text: string | null) => text ?? "";
const orNull = (text: string | null) => (text ?? "").trim() || null;

/** A version as its form begins with it. */
export const formOf = ({ name, about, variables, items }: AssemblyRow): AssemblyForm => ({
  name,
  about,
  variables: variables.map((each) => ({
    ...each,
    least: orEmpty(each.least),
    most: orEmpty(each.most),
    usual: orEmpty(each.usual),
  })),
  items: items.map((each) => ({
    ...each,
    commodityCode: orEmpty(each.commodityCode),
    stockItem: orEmpty(each.stockItem),
    formula: formulaText(each.formula),
    pack: orEmpty(each.pack),
    costCode: orEmpty(each.costCode),
  })),
});

// An item that is new gets a key of its own; one that was there keeps it, so that versions compare.
const keyed = (items: AssemblyForm["items"]): AssemblyForm["items"] => {
  const taken = new Set(items.map((each) => each.key).filter(Boolean));
  return items.map((each) => {
    if (each.key) return each;
    let n = 1;
    while (taken.has(`item${n}`)) n++;
    taken.add(`item${n}`);
    return { ...each, key: `item${n}` };
  });
};

const variableOf = (each: AssemblyForm["variables"][number]): Variable => ({
  ...each,
  source: each.source as Variable["source"],
  least: orNull(each.least),
  most: orNull(each.most),
  usual: orNull(each.usual),
});

const itemOf = (each: AssemblyForm["items"][number]): AssemblyItem => {
  const read = readFormula(each.formula);
  return {
    ...each,
    formula: "rule" in read ? read.rule : null,
    waste: each.waste.trim() || "0",
    pack: orNull(each.pack),
    commodityCode: orNull(each.commodityCode),
    stockItem: orNull(each.stockItem),
    costCode: orNull(each.costCode),
  };
};

/** What is sent of a form. */
export const bodyOf = ({ name, about, variables, items }: AssemblyForm) => ({
  name,
  about,
  variables: variables.map(variableOf),
  items: keyed(items).map(itemOf),
});

const decimal = /^\d{1,9}(\.\d{1,4})?$/;

/** What of a half-filled form can be tried: numbers that are none count as not said. */
export const triedOf = (values: AssemblyForm): AssemblyParts => {
  const { variables, items } = bodyOf(values);
  const number = (text: string | null) => (text !== null && decimal.test(text) ? text : null);
  return {
    variables: variables
      .filter((each) => each.key !== "")
      .map((each) => ({
        ...each,
        least: number(each.least),
        most: number(each.most),
        usual: number(each.usual),
      })),
    items: items.map((each) => {
      const pack = number(each.pack);
      return {
        ...each,
        waste: number(each.waste) ?? "0",
        pack: pack !== null && Number(pack) > 0 ? pack : null,
      };
    }),
  };
};
