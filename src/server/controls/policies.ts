// Policies of the agency as its own controls stand on them. The area that keeps policies brings them.
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** A version of a policy that was published. `until`: the day on which it ceased to hold, null while it holds. */
export type PolicyVersion = {
  id: string;
  policyId: string;
  number: string;
  versionNo: number;
  title: string;
  from: Day;
  until: Day | null;
};

let published: ((db: Db) => Promise<PolicyVersion[]>) | null = null;

/** Who keeps the agency's policies: every version that was ever published, the oldest first. */
export const controlPolicies = extensionPoint<(db: Db) => Promise<PolicyVersion[]>>(
  "policies that controls stand on",
  (read) => {
    published = read;
  },
);

/** Every version of the agency's policies that was ever published; none where nobody keeps policies. */
export const publishedPolicies = async (db: Db): Promise<PolicyVersion[]> =>
  (await published?.(db)) ?? [];

/** The version of a policy that held on a day: the newest that was published by then. */
export const policyOn = (
  versions: readonly PolicyVersion[],
  policyId: string,
  day: Day,
): PolicyVersion | null =>
  versions.findLast(
    (each) =>
      each.policyId === policyId && each.from <= day && (each.until === null || day <= each.until),
  ) ?? null;

/** How a version is cited: "Policy POL-2026-0003, version 2: Purchasing". */
export const policyCitation = ({ number, versionNo, title }: PolicyVersion): string =>
  `Policy ${number}, version ${versionNo}: ${title}`;
