import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { PublicOutcome } from "./opportunity.model.ts";

type Released = {
  awards?: {
    status?: string;
    value?: { amount: number };
    suppliers?: { name?: string }[];
    items?: { description?: string }[];
    description?: string;
    date?: Instant;
  }[];
};

/**
 * What is public of how a solicitation ended: the published tabulations, and the awards of its last
 * release. Empty for what is not published. `db` is the public's.
 */
export const publicOutcome = async (db: Db, id: string): Promise<PublicOutcome> => {
  const [tabulations, last] = await Promise.all([
    db.rows<PublicOutcome["tabulations"][number]>(sql`
      select stage, published_at, rows
      from bid_tabulation
      where solicitation_id = ${id}
      order by published_at
    `),
    db.maybe<{ release: Released }>(sql`
      select release
      from ocds_release
      where solicitation_id = ${id}
      order by release_no desc
      limit 1
    `),
  ]);
  return {
    tabulations,
    awards: (last?.release.awards ?? []).map((award) => ({
      supplier: (award.suppliers ?? []).map((each) => each.name ?? "").join(", "),
      status: (award.status ?? "pending") as PublicOutcome["awards"][number]["status"],
      cents: Math.round((award.value?.amount ?? 0) * 100),
      date: award.date ?? null,
      items: (award.items ?? []).map((item) => item.description ?? ""),
      departure: award.description ?? "",
    })),
  };
};
