/** Where a unit price is from: the item's own, or the award's amount divided by its quantity. */
export const priceSources = { stated: "Stated", divided: "Divided" } as const;
