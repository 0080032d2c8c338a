import type { Permission } from "#kernel/access.ts";
import { extensionPoint } from "../area.ts";
import type { ListDefinition } from "../http/list.ts";

/** Records whose number by month says how much an agency works: counted by the list that the number opens. */
export type CountedRecords = {
  name: string;
  group: "Sign-ups" | "Forms" | "Records";
  label: string;
  list: ListDefinition;
  permission: Permission;
  /** The screen of the list. */
  page: string;
  /** The filter of the list whose day counts. */
  day: string;
  /** A query that is always asked: of several kinds in one list, the one. */
  fixed?: string;
};

const counted = new Map<string, CountedRecords>();

/** What areas let be counted by month. */
export const countedRecords = extensionPoint<CountedRecords>("counted records", (records) => {
  if (counted.has(records.name)) throw new Error(`two counts named ${records.name}`);
  counted.set(records.name, records);
});

export const allCountedRecords = (): readonly CountedRecords[] => [...counted.values()];
