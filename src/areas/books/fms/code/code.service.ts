import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { mappingKinds, type MappingKind } from "../mapping/mapping.labels.ts";
import type { Charted } from "./code.model.ts";

/** Codes that the finance system has. */
export const codeList: ListDefinition = {
  name: "fms-codes",
  from: "fms_code c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    kind: { sql: "c.kind", label: "Kind", codes: mappingKinds },
    code: { sql: "c.code", label: "Code", sort: true },
    name: { sql: "c.name", label: "Name", sort: true },
    fromDay: { sql: "c.from_day", label: "Valid from" },
    toDay: { sql: "c.to_day", label: "Valid through" },
    version: { sql: "c.version", hidden: true },
  },
  filters: {
    kind: { kind: "set", sql: "c.kind", type: "text" },
    code: { kind: "set", sql: "c.code", type: "text" },
  },
  search: ["c.code", "c.name"],
  defaultSort: "code",
};

type Wanted = { kind: MappingKind; target: string };
const keyOf = ({ kind, target }: Wanted) => `${kind} ${target}`;

/** How codes of the finance system stand in its chart, as far as one of their kind was taken in. */
export const chartedCodes = async (
  db: Db,
  wanted: readonly Wanted[],
): Promise<(of: Wanted) => Charted> => {
  const [kinds, found] = await Promise.all([
    db.rows<{ kind: MappingKind }>(sql`
      select distinct c.kind
      from fms_code c
      where c.org_id = ${db.scope.orgId}
    `),
    db.rows<Wanted & Pick<Charted, "validFrom" | "validTo">>(sql`
      select c.kind, c.code as target, c.from_day as valid_from, c.to_day as valid_to
      from fms_code c
      where c.org_id = ${db.scope.orgId}
        and c.code = any(${[...new Set(wanted.map(({ target }) => target))]}::text[])
    `),
  ]);
  const charted = new Set(kinds.map(({ kind }) => kind));
  const codes = new Map(found.map((code) => [keyOf(code), code]));
  return (of) => {
    const code = codes.get(keyOf(of));
    return {
      charted: charted.has(of.kind),
      known: code !== undefined,
      validFrom: code?.validFrom ?? null,
      validTo: code?.validTo ?? null,
    };
  };
};
