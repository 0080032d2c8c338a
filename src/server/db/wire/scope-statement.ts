import type { Scope } from "../db.ts";
import { bind, type Sql } from "../sql.ts";

/** Whom the row policies serve until the transaction ends: agency, person, a person's vendors. */
const settings = [
  "set_config('levee.org',$1,true)",
  "set_config('levee.person',$2,true)",
  "set_config('levee.vendors',$3,true)",
];
const valuesOf = ({ orgId, personId, vendorIds }: Scope) => [
  orgId ?? "",
  personId ?? "",
  vendorIds?.length ? `{${vendorIds.join(",")}}` : "",
];

const forReading = `select ${settings.join(", ")}`;

// A write's statements are planned once per connection: their plans do not depend on the values,
// and planning the larger ones takes five times as long as running them.
const forWriting = [
  forReading,
  "set_config('plan_cache_mode','force_generic_plan',true)",
  "clock_timestamp() as opened_at",
].join(", ");

// The version of the agency's settings is looked up last, once the agency is set; were it ever
// looked up before, row security would show none, and nothing would be kept.
const forWritingInAgency = [
  forWriting,
  "(select version from agency_version where org_id = $1::uuid) as kept_version",
].join(", ");

/** The row that `setWriteScope` answers. */
export type Opened = { openedAt: string; keptVersion?: string | null };

/** Sets the scope of the reading that follows in the same implicit transaction. */
export const setScope = (scope: Scope): Sql => bind(forReading, valuesOf(scope));

/** Sets the scope of a transaction that writes; answers `Opened`. */
export const setWriteScope = (scope: Scope): Sql =>
  bind(scope.orgId ? forWritingInAgency : forWriting, valuesOf(scope));
