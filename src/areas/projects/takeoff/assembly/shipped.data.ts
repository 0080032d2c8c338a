import type { Logic } from "#kernel/logic/logic.ts";
import type { AssemblyItem, Variable } from "./assembly.labels.ts";
import type { AssemblyInput } from "./assembly.model.ts";

const item = (
  key: string,
  description: string,
  unit: string,
  formula: Logic,
  over: Partial<AssemblyItem>,
): AssemblyItem => ({
  ...{ key, description, unit, formula, waste: "0", pack: null },
  ...{ commodityCode: null, stockItem: null, costCode: null },
  ...over,
});
const variable = (
  key: string,
  label: string,
  source: Variable["source"],
  unit: string,
  bounds: Partial<Variable> = {},
): Variable => ({
  ...{ key, label, source, unit, least: null, most: null, usual: null },
  ...bounds,
});

const [length, runs] = [{ var: "length" }, { var: "runs" }];
const posts: Logic = { "+": [{ "/": [length, 6.25] }, runs] };
const steel = { commodityCode: "332999", costCode: "310", pack: "1" };

/** A post every 6.25 ft and one more in each run, panels of 12.5 ft, and an end on both sides. */
export const guardrail: AssemblyInput = {
  name: "Guardrail, W-beam",
  about:
    "Strong-post W-beam rail: posts at 6 ft 3 in, panels of 12 ft 6 in, a terminal at each end.",
  variables: [
    variable("length", "Length of rail", "length", "ft"),
    variable("runs", "Runs", "typed", "each", { least: "1", most: "50", usual: "1" }),
  ],
  items: [
    item("posts", "Post, W6x8.5 steel", "each", posts, steel),
    item("blocks", "Block, composite", "each", posts, steel),
    item("panels", "Guardrail section, W-beam 12.5 ft", "each", { "/": [length, 12.5] }, steel),
    item("ends", "End terminal", "each", { "*": [runs, 2] }, steel),
  ],
};

const yards: Logic = { "*": [{ var: "area" }, { "/": [{ var: "thickness" }, 36] }] };

/** Stone by its weight in place, and fabric below it with what overlaps, in whole rolls. */
export const riprap: AssemblyInput = {
  name: "Riprap on geotextile",
  about: "Stone at 1.5 tons a cubic yard in place, on fabric with 10 % of overlap.",
  variables: [
    variable("area", "Area of riprap", "area", "sq yd"),
    variable("thickness", "Thickness", "typed", "in", { least: "6", most: "60", usual: "18" }),
  ],
  items: [
    item(
      "stone",
      "Riprap, class III",
      "ton",
      { "*": [yards, 1.5] },
      {
        commodityCode: "212312",
        costCode: "500",
      },
    ),
    item(
      "fabric",
      "Geotextile fabric, nonwoven",
      "sq yd",
      { var: "area" },
      {
        commodityCode: "313230",
        costCode: "120",
        waste: "10",
        pack: "500",
      },
    ),
  ],
};
