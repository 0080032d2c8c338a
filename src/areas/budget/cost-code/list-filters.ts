import type { Filter } from "#web/kit/table/filters.ts";

/** By the cost code that a line bears, for lists of documents. */
export const costCodeFilter: Filter = {
  id: "costCodeId",
  label: "Cost code",
  kind: "set",
  options: [],
  seek: {
    path: "/api/v1/cost-codes",
    values: "id",
    option: (c: { id: string; code: string; name: string }) => ({
      value: c.id,
      label: `${c.code} ${c.name}`,
    }),
  },
};
