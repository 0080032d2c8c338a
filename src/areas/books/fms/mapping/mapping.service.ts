import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { lockBooks } from "../../posting/write-entries.service.ts";
import { fmsMapping } from "../fms.tables.ts";
import { codeStandings } from "../code/code.labels.ts";
import { keptFrom, standingOf } from "../code/code.model.ts";
import { chartedCodes } from "../code/code.service.ts";
import { mappingKinds } from "./mapping.labels.ts";
import type { Mapped, MappingInput, MappingRow } from "./mapping.model.ts";

// A code that ends there while its mapping goes on is not valid on all days of the mapping.
const standing = `case
  when k.id is not null
    and (k.from_day is null or k.from_day <= m.from_day)
    and (k.to_day is null or k.to_day >= m.to_day)
  then 'known'
  when k.id is not null then 'apart'
  when exists (select from fms_code c where c.org_id = m.org_id and c.kind = m.kind) then 'unknown'
  else 'unchecked'
end`;

/** What the finance system calls funds, accounts and account strings, and when. */
export const mappingList: ListDefinition = {
  name: "fms-mappings",
  from: `fms_mapping m
    left join fms_code k on k.org_id = m.org_id and k.kind = m.kind and k.code = m.target`,
  alias: "m",
  columns: {
    id: { sql: "m.id", hidden: true },
    kind: { sql: "m.kind", label: "Kind", codes: mappingKinds },
    code: { sql: "m.code", label: "Code here", sort: true },
    target: { sql: "m.target", label: "Code there", sort: true },
    fromDay: { sql: "m.from_day", label: "From", sort: true },
    toDay: { sql: "m.to_day", label: "Through" },
    standing: { sql: standing, label: "In its chart", codes: codeStandings },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    kind: { kind: "set", sql: "m.kind", type: "text" },
    code: { kind: "set", sql: "m.code", type: "text" },
    fromDay: { kind: "range", sql: "m.from_day", type: "date" },
    standing: { kind: "set", sql: standing, type: "text" },
  },
  search: ["m.code", "m.target"],
  defaultSort: "code",
};

/** All mappings of an agency, with what the chart of the finance system says of their codes there. */
export const allMappings = (db: Db): Promise<Mapped[]> =>
  db.rows<Mapped>(sql`
    select
      m.kind, m.code, m.target, m.from_day, m.to_day, k.id is not null as known,
      k.from_day as valid_from, k.to_day as valid_to,
      exists (select from fms_code c where c.org_id = m.org_id and c.kind = m.kind) as charted
    from fms_mapping m
    left join fms_code k on k.org_id = m.org_id and k.kind = m.kind and k.code = m.target
    where m.org_id = ${db.scope.orgId}
  `);

// Account strings are looked at when a line names one; funds and accounts are the chart's.
const isHere = async (tx: Tx, { kind, code }: MappingInput): Promise<boolean> =>
  kind === "string" ||
  (await tx.maybe(sql`
    select 1 as found
    from gl_account
    where org_id = ${tx.scope.orgId} and kind = ${kind} and code = ${code}
  `)) !== null;

/**
 * Maps a code of the books from a day on; the mapping before it ends the day before. What was built
 * keeps its codes. 422 for a code that the books do not have, for one that the finance system does not
 * have where its chart was taken in, and for a day that is not behind the last mapping's.
 */
export const mapCode = async (tx: Tx, actor: Actor, input: MappingInput): Promise<MappingRow> => {
  await lockBooks(tx);
  if (!(await isHere(tx, input)))
    throw invalidField(
      "code",
      `The books have no ${mappingKinds[input.kind].toLowerCase()} ${input.code}.`,
    );
  const there = (await chartedCodes(tx, [input]))(input);
  const kept = keptFrom(there, input.fromDay);
  if (kept) throw invalidField("target", `${input.target} ${kept}.`);
  const last = await tx.maybe<{ id: string; fromDay: MappingInput["fromDay"] }>(sql`
    select id, from_day
    from fms_mapping
    where org_id = ${actor.orgId} and kind = ${input.kind} and code = ${input.code}
    order by from_day desc
    limit 1
  `);
  if (last && last.fromDay >= input.fromDay)
    throw invalidField(
      "fromDay",
      `${input.code} is mapped from ${formatDate(last.fromDay)} on: name a later day.`,
    );
  if (last)
    await tx.rows(sql`
      update fms_mapping
      set
        to_day = ${addDays(input.fromDay, -1)}, version = version + 1,
        updated_at = clock_timestamp()
      where org_id = ${actor.orgId} and id = ${last.id}
    `);
  const row = await insertRow(tx, fmsMapping, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    madeBy: actor.personId,
  });
  note(tx, actor, "fmsMapping", row.id, {
    number: row.code,
    action: "create",
    after: row,
    event: null,
  });
  return { ...row, standing: standingOf(there) };
};
