import { keyInWords } from "#kernel/words.ts";
import type { CodeNames, ListDefinition } from "./list.ts";

const labelOf = (codes: CodeNames | undefined, value: string): string => {
  if (typeof codes === "function") return codes(value);
  const label = codes?.[value];
  return typeof label === "string" ? label : (label?.label ?? value);
};
const endings = { min: "at least", max: "at most" } as const;

/**
 * The filters of a list's address as people read them: `status=active` is "Status: Active". A filter
 * has the label and the codes of the column that shows the same.
 */
export const filtersInWords = (list: ListDefinition, query: string): string =>
  [...new URLSearchParams(query)]
    .flatMap(([key, value]): string[] => {
      if (key === "q") return [`the words “${value}”`];
      if (key === "sort") return [];
      const [id = "", ending] = key.split(".");
      const filter = list.filters?.[id];
      const column = Object.values(list.columns).find(
        ({ sql }) => filter?.sql === sql || filter?.sql.startsWith(`coalesce(${sql},`),
      );
      const label = column?.label ?? list.columns[id]?.label ?? keyInWords(id);
      if (filter?.kind === "flag") return [value === "true" ? label : `not ${label}`];
      if (ending === "min" || ending === "max") return [`${label} ${endings[ending]} ${value}`];
      const values = value.split(",").map((one) => labelOf(column?.codes, one));
      return [`${label}: ${values.join(" or ")}`];
    })
    .join(", ");
