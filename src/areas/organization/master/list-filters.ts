import type { Filter } from "#web/kit/table/filters.ts";

/** By the place where something is delivered, for lists of documents. */
export const placeFilter: Filter = {
  id: "placeId",
  label: "Place",
  kind: "set",
  options: [],
  seek: {
    path: "/api/v1/places",
    values: "id",
    option: (place: { id: string; name: string }) => ({ value: place.id, label: place.name }),
  },
};

/** By the unit that a line counts in. */
export const unitFilter: Filter = {
  id: "unit",
  label: "Unit",
  kind: "set",
  options: [],
  seek: {
    path: "/api/v1/units",
    values: "code",
    option: (unit: { code: string; name: string }) => ({
      value: unit.code,
      label: `${unit.code}, ${unit.name}`,
    }),
  },
};
