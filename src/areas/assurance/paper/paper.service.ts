import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { assuranceAudit } from "../assurance.tables.ts";
import { seesPapers, teamOf } from "../audit/team.service.ts";
import type { FindingWords } from "../finding/finding.model.ts";
import type { PaperKind } from "./listed.model.ts";
import {
  planPaper,
  reportPaper,
  schedulePaper,
  type Paper,
  type PaperAudit,
  type PaperFinding,
} from "./paper.model.ts";

type Row = Omit<PaperFinding, keyof FindingWords> & { words: FindingWords };

const findingsOf = async (db: Db, auditId: string, prior: number | null): Promise<PaperFinding[]> =>
  (
    await db.rows<Row>(sql`
      select
        f.number, f.reference, f.status, f.title, f.severity, f.words, f.questioned, f.first_year,
        f.response, f.schedule, a.accepted_on
      from assurance_finding f
      left join assurance_audit a on a.org_id = f.org_id and a.id = f.audit_id
      where f.org_id = ${db.scope.orgId}
        and f.status <> 'withdrawn'
        and case
          when ${prior}::int is null then f.audit_id = ${auditId}
          else coalesce(a.fiscal_year, f.first_year) < ${prior}::int and (
            a.kind = 'single'
            or f.source = 'outside'
          ) and (coalesce(a.fiscal_year, f.first_year) = ${prior}::int - 1 or f.closed_on is null)
        end
      order by f.reference, f.number
      limit 500
    `)
  ).map(({ words, ...f }) => ({ ...f, ...words }));

/** A paper of an audit, with what it lacks. 404 for whom its papers are not for. */
export const paperOf = async (
  db: Db,
  actor: Actor,
  auditId: string,
  kind: PaperKind,
): Promise<{ paper: Paper; audit: PaperAudit }> => {
  const row = await getRow(db, assuranceAudit, auditId, "audit");
  if (!(await seesPapers(db, actor.personId, auditId))) throw notFound("paper");
  const [agency, team, findings] = await Promise.all([
    readOrganization(db),
    teamOf(db, auditId),
    findingsOf(db, auditId, kind === "schedule" ? row.fiscalYear : null),
  ]);
  const { number, title, scope, fiscalYear, issuedOn } = row;
  const audit: PaperAudit = {
    ...{ agency: agency.name, number, title, scope, fiscalYear, issuedOn },
    team: team.filter(({ role }) => role !== "outside").map(({ name }) => name),
  };
  if (kind === "report") return { audit, paper: reportPaper(audit, findings) };
  if (kind === "plan") return { audit, paper: planPaper(audit, findings) };
  return { audit, paper: schedulePaper(audit, findings, businessDate(db.scope)) };
};

/** A paper that lacks nothing. 404; 409 `paper_lacks`, which names what is missing. */
export const wholePaper = async (db: Db, actor: Actor, auditId: string, kind: PaperKind) => {
  const made = await paperOf(db, actor, auditId, kind);
  const { lacks, title } = made.paper;
  if (lacks.length > 0)
    throw conflict("paper_lacks", `${title} lacks: ${lacks.slice(0, 20).join("; ")}.`);
  return made;
};
