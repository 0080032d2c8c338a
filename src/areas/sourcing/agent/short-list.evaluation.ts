import type { Day } from "#kernel/time.ts";
import { shortListDay, type ShortListCase } from "./short-list.cases.ts";
import { shortListOf } from "./short-list.model.ts";

/** Whom the agent names in its order, and whom it leaves out for what, as the cases write it. */
export const shortListAnswer = ({ vendors, insured }: ShortListCase): string => {
  const { list, out } = shortListOf(vendors, shortListDay as Day, insured);
  return `${list.map(({ name }) => name).join(" ")} | ${out.map(({ vendor, why }) => `${vendor.name} ${why}`).join(", ")}`;
};

/** The directory, filtered by active and the code, sorted by name. */
export const byName = ({ vendors }: ShortListCase): string => {
  const active = vendors.filter(({ status, codes }) => status === "active" && codes.length > 0);
  return `${active
    .map(({ name }) => name)
    .sort()
    .join(" ")} | `;
};
export const byNameSaid = "filtering the directory by active and the code, sorted by name";
