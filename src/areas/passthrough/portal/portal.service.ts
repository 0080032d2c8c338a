import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { wholeWith } from "#kernel/fields.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { asVendor, vendorSide, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import type { VendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { agenciesNamed } from "#areas/organization/organization.server.ts";
import { agenciesOf } from "#areas/vendors/vendors.server.ts";
import {
  beginApplication,
  changeApplication,
  applicationSteps,
  requireNotBeingSelected,
} from "../application/application.service.ts";
import {
  applicationInput,
  type ApplicationInput,
  type ApplicationPatch,
} from "../application/application.model.ts";
import type { ProgramApplicationRecord } from "../application/application.noun.ts";
import type { RequestInput, SubawardCost } from "../request/request.model.ts";
import { withdrawRequest, submitRequest } from "../request/request.service.ts";
import { factFields, type Facts } from "../subaward/facts.model.ts";
import { heldCents } from "../questioned/questioned.service.ts";
import type {
  GrantsOverview,
  OfferedProgram,
  OwnApplication,
  OwnSubaward,
  OwnSubawardDetail,
} from "./portal.model.ts";

type Criterion = OfferedProgram["criteria"][number] & { programId: string };
const programsOf = async (side: Db): Promise<Omit<OfferedProgram, "agency" | "known">[]> => {
  const [programs, criteria] = await Promise.all([
    side.rows<Omit<OfferedProgram, "agency" | "known" | "criteria">>(sql`
      select
        id, org_id, number, title, summary, total, least, most, match_percent, closes_on, starts_on,
        ends_on, contact_name, contact_email
      from grant_program
      where status = 'open'
      order by closes_on, number
      limit 200
    `),
    side.rows<Criterion>(sql`
      select c.program_id, c.name, c.about, c.weight
      from program_criterion c
      join grant_program p on p.org_id = c.org_id and p.id = c.program_id and p.status = 'open'
      order by c.place
    `),
  ]);
  return programs.map((p) => ({
    ...p,
    criteria: criteria.filter((c) => c.programId === p.id).map(({ programId: _p, ...c }) => c),
  }));
};
// What was selected, and why, the notice tells: until it went out an application stands as it was sent.
const applicationsOf = (side: Db) =>
  side.rows<Omit<OwnApplication, "agency">>(sql`
    select
      a.id, a.org_id, a.number, case when told.yet then a.status else 'submitted' end as status,
      a.program_id, p.title as program, a.title, a.narrative, a.budget, a.requested, a.match,
      a.starts_on, a.ends_on, a.contact_name, a.contact_email, a.submitted_at,
      case when told.yet then a.status_reason end as status_reason, a.version
    from program_application a
    join grant_program p on p.org_id = a.org_id and p.id = a.program_id
    cross join lateral (
      select a.status not in ('selected', 'not_selected') or p.told_at is not null as yet
    ) told
    order by a.created_at desc
    limit 200
  `);
// What waits for a decision and what is held back can be asked for no more.
const waitingSum = sql`
  coalesce(
    (
      select sum(r.amount)
      from subaward_request r
      where r.org_id = s.org_id and r.subaward_id = s.id and r.status = 'submitted'
    ),
    0
  )::bigint
`;
const heldSum = sql`
  coalesce(
    (
      select sum(${heldCents})
      from questioned_cost q
      where q.org_id = s.org_id and q.subaward_id = s.id
    ),
    0
  )::bigint
`;
const subawardsOf = (side: Db) =>
  side.rows<Omit<OwnSubaward, "agency">>(sql`
    select
      s.id, s.org_id, s.number, s.status, s.title, s.amount, s.match, s.claimed, s.starts_on,
      s.ends_on, ${waitingSum} as waiting, ${heldSum} as held
    from subaward s
    order by s.executed_on desc, s.number
    limit 200
  `);

/** What a company can apply for, what it applied for, and its subawards, in every agency. */
export const grantsOf = async (app: App, actor: Actor): Promise<GrantsOverview> => {
  const side = vendorSide(app.database, actor);
  const [programs, applications, subawards, agencies, known] = await Promise.all([
    programsOf(side),
    applicationsOf(side),
    subawardsOf(side),
    agenciesNamed(side),
    agenciesOf(side),
  ]);
  const names = new Map(agencies.map((a) => [a.id, a.name]));
  const named = <T extends { orgId: string }>(row: T) => ({
    ...row,
    agency: names.get(row.orgId) ?? "",
  });
  return {
    programs: programs.map((p) => ({
      ...named(p),
      known: known.some((a) => a.orgId === p.orgId),
    })),
    applications: applications.map(named),
    subawards: subawards.map(named),
  };
};

const questionedOf = (side: Db, orgId: string, id: string) =>
  side.rows<OwnSubawardDetail["questioned"][number]>(sql`
    select
      q.id, r.number as request, c.payee, c.description, q.cents, q.reason, q.status, q.disallowed,
      q.decision, q.decided_on, q.recovered_on
    from questioned_cost q
    join subaward_cost c on c.org_id = q.org_id and c.id = q.cost_id
    join subaward_request r on r.org_id = c.org_id and r.id = c.request_id
    where q.org_id = ${orgId} and q.subaward_id = ${id}
    order by r.number, c.line_no
    limit 1000
  `);

/** One subaward of the company with what it was told and what it asked for. 404 for another's. */
export const subawardOf = async (
  app: App,
  actor: Actor,
  orgId: string,
  id: string,
): Promise<OwnSubawardDetail> => {
  const side = vendorSide(app.database, actor);
  const [s, agencies, requests, lines, questioned] = await Promise.all([
    side.maybe<
      Omit<OwnSubawardDetail, "agency" | "facts" | "requests" | "questioned"> & {
        facts: Facts;
      }
    >(sql`
      select
        s.id, s.org_id, s.number, s.status, s.title, s.amount, s.match, s.claimed, s.starts_on,
        s.ends_on, s.budget, s.facts, ${waitingSum} as waiting, ${heldSum} as held
      from subaward s
      where s.org_id = ${orgId} and s.id = ${id}
    `),
    agenciesNamed(side),
    side.rows<Omit<OwnSubawardDetail["requests"][number], "lines">>(sql`
      select id, number, status, period_from, period_to, amount, match, status_reason, version
      from subaward_request
      where org_id = ${orgId} and subaward_id = ${id}
      order by number desc
    `),
    side.rows<SubawardCost & { requestId: string }>(sql`
      select
        c.id, c.request_id, c.line_no, c.incurred_on, c.payee, c.description, c.object_class,
        c.cents
      from subaward_cost c
      join subaward_request r on r.org_id = c.org_id and r.id = c.request_id
      where r.org_id = ${orgId} and r.subaward_id = ${id}
      order by c.line_no
    `),
    questionedOf(side, orgId, id),
  ]);
  if (!s) throw notFound("subaward");
  return {
    ...s,
    questioned,
    agency: agencies.find((a) => a.id === orgId)?.name ?? "",
    facts: factFields.map((f) => ({
      label: f.label,
      paragraph: f.paragraph,
      value: s.facts[f.key]?.value ?? "",
      known: s.facts[f.key]?.known ?? false,
    })),
    requests: requests.map((r) => ({
      ...r,
      lines: lines.filter((l) => l.requestId === r.id).map(({ requestId: _r, ...l }) => l),
    })),
  };
};

const ownedApplication = async (tx: Tx, vendor: ActingVendor, id: string) => {
  const a = await tx.maybe<ProgramApplicationRecord>(sql`
    select *
    from program_application
    where org_id = ${tx.scope.orgId} and id = ${id} and vendor_id = ${vendor.id}
    for update
  `);
  if (!a) throw notFound("application");
  return a;
};
const ownedSubaward = async (tx: Tx, vendor: ActingVendor, id: string): Promise<void> => {
  const found = await tx.maybe(sql`
    select 1 as ok
    from subaward
    where org_id = ${tx.scope.orgId}
      and id = ${id}
      and vendor_id = ${vendor.id}
      and executed_on is not null
  `);
  if (!found) throw notFound("subaward");
};

/** Begins an application as the company that this agency knows; drafts are nobody's but its own. */
export const applyAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  programId: string,
  input: ApplicationInput,
) =>
  asVendor(app, actor, orgId, (tx, vendor, who) =>
    beginApplication(tx, who, input, { programId, vendorId: vendor.id, source: "portal" }),
  );

type At = { orgId: string; id: string; version: number | null };
/** Corrects the company's own draft. */
export const changeAsVendor = (app: App, actor: Actor, at: At, patch: ApplicationPatch) =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    const stands = await ownedApplication(tx, vendor, at.id);
    const whole = wholeWith(applicationInput, applicationInput.shape, stands, patch);
    return changeApplication(tx, who, stands, whole, at.version);
  });

/** Sends or withdraws the company's own application. */
export const stepAsVendor = (
  app: App,
  actor: Actor,
  action: "submit" | "withdraw",
  at: At & { reason: string | null },
) =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    await requireNotBeingSelected(tx, await ownedApplication(tx, vendor, at.id));
    return applicationSteps[action](tx, who, at);
  });

/** Asks for payment under the company's own subaward. */
export const requestAsVendor = (
  app: App,
  actor: Actor,
  at: Omit<At, "version">,
  input: RequestInput,
) =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    await ownedSubaward(tx, vendor, at.id);
    return submitRequest(tx, who, at.id, input);
  });

/** Takes the company's own request back while nobody decided it. */
export const withdrawRequestAsVendor = (
  app: App,
  actor: Actor,
  at: At & { reason: string | null },
) =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    const r = await tx.maybe<{ subawardId: string }>(sql`
      select subaward_id
      from subaward_request
      where org_id = ${tx.scope.orgId} and id = ${at.id}
    `);
    if (!r) throw notFound("payment request");
    await ownedSubaward(tx, vendor, r.subawardId);
    return withdrawRequest(tx, who, at);
  });

/** What of grants waits for a company: drafts before the closing day, requests that were returned. */
export const grantsWaiting: VendorWaits = async (side) => {
  const [rows, agencies] = await Promise.all([
    side.rows<{ orgId: string; id: string; number: string; title: string; at: Day | null }>(sql`
      select a.org_id, a.program_id as id, a.number, a.title, p.closes_on as at
      from program_application a
      join grant_program p on p.org_id = a.org_id and p.id = a.program_id
      where a.status = 'draft' and p.status = 'open'
      order by p.closes_on
      limit 20
    `),
    agenciesNamed(side),
  ]);
  return rows.map((r) => ({
    kind: "document" as const,
    agency: agencies.find((a) => a.id === r.orgId)?.name ?? "",
    title: `Send ${r.number}`,
    detail: r.title,
    at: r.at,
    href: `/vendor-portal/grants/apply/${r.orgId}/${r.id}`,
    urgent: false,
  }));
};
