import type { ActivityInput } from "./year.model.ts";

/** What a first year counts; the officer changes it, and a later year begins with it. */
export const firstActivities: readonly ActivityInput[] = [
  {
    ...{ key: "diesel", label: "Diesel", scope: "1", category: "mobile", point: "bought" },
    ...{ factorKey: "distillate-2", words: "diesel", codes: "424710 424720 457", routes: true },
  },
  {
    ...{ key: "gasoline", label: "Gasoline", scope: "1", category: "mobile", point: "bought" },
    ...{ factorKey: "gasoline", words: "unleaded, gasoline", codes: "424710 424720 457" },
  },
  {
    ...{ key: "propane", label: "Propane", scope: "1", category: "stationary", point: "bought" },
    ...{ factorKey: "propane", words: "propane", codes: "424710 424720 457" },
  },
  {
    ...{ key: "natural-gas", label: "Natural gas", scope: "1", category: "stationary" },
    ...{ point: "bought", factorKey: "natural-gas", words: "natural gas", codes: "221210" },
  },
  {
    ...{ key: "electricity", label: "Electricity", scope: "2", category: "electricity" },
    ...{ point: "bought", factorKey: "grid-electricity", marketFactorKey: "market-electricity" },
    ...{ words: "electric service, electricity, kilowatt", codes: "2211" },
  },
  {
    ...{ key: "deliveries", label: "Deliveries to us", scope: "3", category: "transport" },
    ...{ point: "bought", factorKey: "truck-freight", takes: "shipments" },
  },
  {
    ...{ key: "spend", label: "Goods and services by spend", scope: "3", category: "goods" },
    ...{ point: "bought", factorKey: "spend", takes: "spend" },
  },
] as const;
