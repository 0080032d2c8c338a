/** Kinds of places; a new one is a line here. */
export const placeKinds = {
  office: "Office",
  yard: "Yard",
  warehouse: "Warehouse",
  site: "Work site",
  facility: "Facility",
  school: "School",
  library: "Library",
  station: "Station",
  park: "Park",
  other: "Other",
} as const;

/** Name and address in one line, as an order names them. */
export const placeLine = (place: {
  name: string;
  street: string;
  city: string;
  state: string;
  postalCode: string;
}): string =>
  [place.name, place.street, place.city, [place.state, place.postalCode].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
