import { systemActor, type Actor } from "#kernel/access.ts";
import { objectionsToOwn, type OwnCondition } from "#kernel/own-check.ts";
import { newId } from "#kernel/ids.ts";
import { duties, type Duty } from "#roles.ts";
import { note } from "#server/change.ts";
import { allControlChecks, controlCheck } from "#server/controls/control-checks.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { ensureFederalRules } from "#areas/governance/governance.server.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { controlVersion } from "../controls.tables.ts";
import { checkOf, ownSubjectOf, policiesToday } from "./own.service.ts";
import { controlInput } from "./control.model.ts";

const faultsOf = (checkName: string, condition: OwnCondition | null) => {
  const subject = ownSubjectOf(checkName);
  return condition && subject ? objectionsToOwn(condition, subject.own.fields) : [];
};

const holdsToday = async (db: Db, policyId: string | null): Promise<boolean> =>
  policyId !== null && (await policiesToday(db)).some((version) => version.policyId === policyId);

/** Controls of an agency, each in versions: a shipped check with how much it weighs there. */
export const controls = defineDefinition({
  name: "control",
  what: "control",
  table: controlVersion,
  body: controlInput,
  checks: async (db, { checkName, condition, demands, policyId, name, ownerDuty, mode }) => [
    {
      sentence: "It stands on a check that the product has, or on a condition of its own.",
      ok: checkOf({ checkName, condition, demands, policyId, name }) !== null,
      path: "checkName",
    },
    {
      sentence: "A condition of one's own says in a sentence what it demands.",
      ok: condition === null || demands !== null,
      path: "demands",
    },
    {
      sentence: "A control of the agency's own stands on a policy that is published.",
      ok: condition === null || (await holdsToday(db, policyId)),
      path: "policyId",
    },
    ...faultsOf(checkName, condition).map(({ path, sentence }) => ({
      sentence,
      ok: false,
      path: `condition.${path}`,
    })),
    {
      sentence: "Somebody of a duty answers where nobody owns the record.",
      ok: duties.includes(ownerDuty as Duty),
      path: "ownerDuty",
    },
    {
      sentence: "Only a control of what is about to be done stops it; others find it afterwards.",
      ok:
        mode !== "block" ||
        checkOf({ checkName, condition, demands, policyId, name })?.stops !== undefined,
      path: "mode",
    },
  ],
  file: { schema: "levee.control", version: 1 },
});

/** A control in force. */
export type InForce = {
  versionId: string;
  controlId: string;
  name: string;
  checkName: string;
  severity: "high" | "medium" | "low";
  mode: "watch" | "warn" | "block";
  days: number;
  ownerDuty: string;
  condition: OwnCondition | null;
  demands: string | null;
  policyId: string | null;
};

/** The controls in force of an agency. */
export const controlsInForce = (db: Db): Promise<InForce[]> =>
  db.rows<InForce>(sql`
    select
      id as version_id, definition_id as control_id, name, check_name, severity, mode, days,
      owner_duty, condition, demands, policy_id
    from control_version
    where org_id = ${db.scope.orgId} and status = 'published'
    order by check_name, definition_id
  `);

const lacking = async (db: Db): Promise<string[]> => {
  const held = new Set(
    (
      await db.rows<{ checkName: string }>(sql`
        select distinct check_name
        from control_version
        where org_id = ${db.scope.orgId}
      `)
    ).map(({ checkName }) => checkName),
  );
  return allControlChecks().flatMap(({ name }) => (held.has(name) ? [] : [name]));
};

const begin = async (tx: Tx, actor: Actor, checkName: string): Promise<void> => {
  const check = controlCheck(checkName)!;
  const id = newId();
  const made = await tx.maybe<{ id: string }>(sql`
    insert into control_version (
      org_id, id, definition_id, version_no, name, status, published_at, check_name, severity, mode,
      days, owner_duty
    )
    values (
      ${tx.scope.orgId}, ${id}, ${id}, 1, ${check.label}, 'published', clock_timestamp(),
      ${checkName}, ${check.severity}, 'warn', ${check.days}, ${check.owner}
    )
    on conflict
    do nothing
    returning id
  `);
  if (made)
    note(tx, actor, "control", id, {
      number: check.label,
      action: "begin",
      event: null,
      after: { checkName, mode: "warn", severity: check.severity, days: check.days },
      note: "As the product ships it.",
    });
};

/**
 * Gives an agency a control of each shipped check that it has none of, as the product ships it: it
 * warns. May run again after an update; one that an agency retired does not come back.
 */
export const ensureControls = async (tx: Tx): Promise<void> => {
  const names = await lacking(tx);
  if (names.length === 0) return;
  await ensureFederalRules(tx);
  const actor = systemActor(tx.scope.orgId!);
  for (const name of names) await begin(tx, actor, name);
};
