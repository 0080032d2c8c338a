import type { Actor } from "#kernel/access.ts";
import { invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { failureCode } from "../assets.tables.ts";
import type { FailureChange, FailureInput, FailureRow } from "./failure.model.ts";

/** The agency's codes with how many jobs ended with each, by kind and code. At most 600. */
export const failureCodes = (db: Db): Promise<FailureRow[]> =>
  db.rows<FailureRow>(sql`
    select
      f.id, f.kind, f.code, f.name, f.active, f.version,
      (
        select count(*)::int
        from work_order w
        where w.org_id = f.org_id
          and f.code = case f.kind
            when 'problem' then w.problem_code
            when 'cause' then w.cause_code
            else w.remedy_code
          end
      ) as jobs
    from failure_code f
    where f.org_id = ${db.scope.orgId}
    order by f.kind desc, f.active desc, f.code
    limit 600
  `);

const refuseSame = async (tx: Tx, id: string | null, { kind, code }: FailureInput) => {
  const other = await tx.maybe<{ name: string }>(sql`
    select name
    from failure_code
    where org_id = ${tx.scope.orgId}
      and kind = ${kind}
      and code = ${code}
      and id is distinct from ${id}::uuid
  `);
  if (other) throw invalidField("code", `${other.name} has this code.`, "same_code");
};

/** Adds a code. 422 for one that is there already. */
export const addFailureCode = async (
  tx: Tx,
  actor: Actor,
  input: FailureInput,
): Promise<{ id: string }> => {
  await refuseSame(tx, null, input);
  const row = await insertRow(tx, failureCode, { ...input, orgId: actor.orgId!, id: newId() });
  note(tx, actor, "failureCode", row.id, { number: row.code, action: "create", after: row });
  return { id: row.id };
};

/** Changes what a code means, or retires it. Its code and kind stay: jobs bear them. 422, 412. */
export const changeFailureCode = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: FailureChange,
  version: number | null,
): Promise<{ id: string }> => {
  const before = await lockRow(tx, failureCode, id, "code");
  requireVersion(before.version, version);
  if (before.code !== input.code || before.kind !== input.kind)
    throw invalidField(
      "code",
      "Jobs bear this code. Retire it, and add another one.",
      "code_stays",
    );
  const row = await updateRow(tx, failureCode, id, {
    name: input.name,
    active: input.active ?? before.active,
  });
  note(tx, actor, "failureCode", row.id, { number: row.code, action: "edit", before, after: row });
  return { id };
};

type Given = { problemCode: string; causeCode: string; remedyCode: string };
const columns = { problem: "problemCode", cause: "causeCode", remedy: "remedyCode" } as const;

/** 422 at the field for a code that the agency does not have in use; empty ones are none. */
export const requireFailureCodes = async (tx: Tx, given: Given): Promise<void> => {
  const known = await tx.rows<{ kind: keyof typeof columns; code: string }>(sql`
    select kind, code
    from failure_code
    where org_id = ${tx.scope.orgId}
      and active
      and code = any(${[given.problemCode, given.causeCode, given.remedyCode]}::text[])
  `);
  const wrong = Object.entries(columns).flatMap(([kind, column]) =>
    given[column] === "" || known.some((each) => each.kind === kind && each.code === given[column])
      ? []
      : [{ path: column, message: "Choose a code that is in use." }],
  );
  if (wrong.length > 0) throw invalid("no_such_code", wrong[0]!.message, wrong);
};
