import { controlAnswers, type ControlAnswer } from "#kernel/control.ts";
import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import { names } from "#kernel/labels.ts";
import { rulesOn, type Rule } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { businessDate } from "#server/clock.ts";
import {
  allControlChecks,
  controlSubject,
  type ControlCheck,
} from "#server/controls/control-checks.ts";
import {
  policyCitation,
  publishedPolicies,
  type PolicyVersion,
} from "#server/controls/policies.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { controlVersion } from "../controls.tables.ts";
import { checkOf } from "./own.service.ts";
import type { ControlMonth, ControlRow } from "./control.model.ts";

type Stored = typeof controlVersion.$inferSelect;
type Counted = { controlId: string; answer: ControlAnswer; records: number };

const countedOf = (db: Db): Promise<Counted[]> =>
  db.rows<Counted>(sql`
    select control_id, answer, count(*)::int as records
    from control_standing
    where org_id = ${db.scope.orgId}
    group by 1, 2
  `);

const failuresOf = (db: Db): Promise<{ controlId: string; failures: number }[]> =>
  db.rows<{ controlId: string; failures: number }>(sql`
    select control_id, count(*)::int as failures
    from control_failure
    where org_id = ${db.scope.orgId} and status <> 'closed'
    group by 1
  `);

const countsOf = (counted: readonly Counted[], controlId: string): ControlRow["counts"] =>
  Object.fromEntries(
    names(controlAnswers).map((answer) => [
      answer,
      counted.find((c) => c.controlId === controlId && c.answer === answer)?.records ?? 0,
    ]),
  ) as ControlRow["counts"];

const citationsOf = (check: ControlCheck, held: readonly Rule[]): ControlRow["citations"] =>
  held
    .filter(({ key }) => check.ruleKeys.includes(key))
    .map(({ citation, verified }) => ({ text: citation, verified }));

// The newest version is named also once the policy is retired, and that it is.
const policyOf = (
  versions: readonly PolicyVersion[],
  policyId: string | null,
): ControlRow["citations"] => {
  const newest = versions.findLast((version) => version.policyId === policyId);
  if (!newest) return [];
  const ended = newest.until === null ? "" : ` (retired on ${formatDate(newest.until)})`;
  return [{ text: `${policyCitation(newest)}${ended}`, verified: true }];
};

/** Every version of the controls of an agency, with the law that holds today and how records stand. */
export const listControls = async (db: Db): Promise<ControlRow[]> => {
  const [rows, counted, failed, rules, policies] = await Promise.all([
    db.rows<Stored>(sql`
      select *
      from control_version
      where org_id = ${db.scope.orgId}
      order by check_name, version_no desc
      limit 1000
    `),
    countedOf(db),
    failuresOf(db),
    rulesOfKeys(db, [...new Set(allControlChecks().flatMap(({ ruleKeys }) => ruleKeys))]),
    publishedPolicies(db),
  ]);
  const held = rulesOn(rules, businessDate(db.scope));
  return rows.flatMap((row) => {
    const check = checkOf(row);
    if (!check) return [];
    const { id, definitionId, versionNo, name, status, publishedAt, version } = row;
    return [
      {
        id,
        definitionId,
        versionNo,
        name,
        status,
        publishedAt,
        version,
        checkName: row.checkName,
        severity: row.severity,
        mode: row.mode,
        days: row.days,
        ownerDuty: row.ownerDuty,
        condition: row.condition,
        policyId: row.policyId,
        family: check.family,
        kind: check.kind,
        subject: controlSubject(check.subject)?.label ?? check.subject,
        demands: check.demands,
        dayNamed: check.dayNamed,
        remedy: check.remedy,
        stops: check.stops ?? null,
        citations: [...citationsOf(check, held), ...policyOf(policies, row.policyId)],
        counts: countsOf(counted, definitionId),
        failures: failed.find(({ controlId }) => controlId === definitionId)?.failures ?? 0,
      },
    ];
  });
};

/**
 * Of a control, how many records passed and failed by the month of the day whose law judged them. 404
 * for a control that the agency has not.
 */
export const monthsOfControl = async (db: Db, controlId: string): Promise<ControlMonth[]> => {
  const found = await db.maybe(sql`
    select 1 as found
    from control_version
    where org_id = ${db.scope.orgId} and definition_id = ${controlId}
    limit 1
  `);
  if (!found) throw notFound("control");
  return db.rows<ControlMonth>(sql`
    select
      to_char(r.day, 'YYYY-MM') as month, count(*) filter (where s.answer = 'pass')::int as passed,
      count(*) filter (where s.answer = 'fail')::int as failed
    from control_standing s
    join control_result r on r.org_id = s.org_id and r.id = s.result_id
    where s.org_id = ${db.scope.orgId} and s.control_id = ${controlId}
    group by 1
    order by 1 desc
    limit 24
  `);
};
