import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { screenVendors } from "#areas/vendors/vendors.server.ts";
import type { AwardDetail } from "./award.fields.model.ts";
import type { AwardPart } from "./scenario.model.ts";

/**
 * What the evidence is kept under: the award, or the solicitation whose quotations are awarded
 * (they have no award before).
 */
export type ScreenedFor = { type: "award" | "solicitation"; id: string; number: string };
type Winner = Pick<AwardPart, "vendorId" | "vendorName">;
type Standing = { vendorId: string; outcome: string | null; listed: boolean };
const words: Readonly<Record<string, string>> = {
  excluded: "excluded",
  possible: "a match that nobody has decided",
};

const refuse = (
  held: readonly { vendorId: string; vendorName: string; outcome: string }[],
): never => {
  const excluded = held.some((each) => each.outcome === "excluded");
  throw conflict(
    excluded ? "winner_excluded" : "winner_unresolved",
    `Not awarded. The exclusion screening of this moment holds ${held.map((each) => `${each.vendorName} (${words[each.outcome] ?? "not screened"})`).join(", ")}. The evidence is kept with the vendor; 2 CFR 180, 200.214.`,
    { vendors: held },
  );
};

/**
 * Screens every winner against the loaded exclusion extract in a transaction of its own, so that
 * the evidence stays when the award is refused.
 * 409 `winner_excluded` or `winner_unresolved` where a match is confirmed or not decided,
 * `no_exclusion_list` without a list.
 */
export const screenWinners = async (
  app: Pick<App, "database">,
  actor: Actor,
  about: ScreenedFor,
  winners: readonly Winner[],
): Promise<void> => {
  const found = await app.database.transaction(actor, (tx) =>
    screenVendors(
      tx,
      actor,
      winners.map((each) => each.vendorId),
      "award",
      about,
    ),
  );
  const held = winners.flatMap((each) => {
    const outcome = found.get(each.vendorId)?.outcome ?? "none";
    return outcome === "clear"
      ? []
      : [{ vendorId: each.vendorId, vendorName: each.vendorName, outcome }];
  });
  if (held.length) refuse(held);
};

/**
 * Within the award's own transaction: every winner was screened for it against the list that is
 * loaded now, and nothing stands against it.
 */
export const requireScreened = async (
  tx: Tx,
  about: Pick<ScreenedFor, "id">,
  winners: readonly Winner[],
): Promise<void> => {
  const rows = await tx.rows<Standing>(sql`
    select
      distinct on (v.id) v.id as vendor_id,
      case
        when v.screening_result = 'clear' then s.outcome
        else coalesce(v.screening_result, s.outcome)
      end as outcome,
      l.state = 'current' as listed
    from vendor v
    join vendor_screening s
      on s.org_id = v.org_id
      and s.vendor_id = v.id
      and s.object_id = ${about.id}
      and s.trigger = 'award'
    join exclusion_list l on l.org_id = s.org_id and l.id = s.list_id
    where v.org_id = ${tx.scope.orgId}
      and v.id = any(${winners.map((each) => each.vendorId)}::uuid[])
    order by v.id, s.at desc, s.id desc
  `);
  const held = winners.flatMap((each) => {
    const row = rows.find((one) => one.vendorId === each.vendorId);
    return row?.outcome === "clear" && row.listed
      ? []
      : [
          {
            vendorId: each.vendorId,
            vendorName: each.vendorName,
            outcome: row?.listed && row.outcome ? row.outcome : "none",
          },
        ];
  });
  if (held.length) refuse(held);
};

/** The last screening of each winner for an award, with what a person decided about it. */
export const screeningsOf = (
  db: Db,
  objectId: string,
  vendorIds: readonly string[],
): Promise<AwardDetail["screenings"]> =>
  db.rows<AwardDetail["screenings"][number]>(sql`
    select *
    from (
      select
        distinct on (s.vendor_id) s.id, s.vendor_id, v.name as vendor, s.at, s.outcome,
        jsonb_array_length(s.candidates) as candidates, s.list_name, s.list_date, s.list_sha256,
        s.list_rows, p.display_name as person, d.decision, d.reason as decision_reason
      from vendor_screening s
      join vendor v on v.org_id = s.org_id and v.id = s.vendor_id
      left join person p on p.id = s.person_id
      left join vendor_screening_decision d on d.org_id = s.org_id and d.screening_id = s.id
      where s.org_id = ${db.scope.orgId}
        and s.object_id = ${objectId}
        and s.trigger = 'award'
        and s.vendor_id = any(${vendorIds}::uuid[])
      order by s.vendor_id, s.at desc, s.id desc
    ) last
    order by vendor
  `);
