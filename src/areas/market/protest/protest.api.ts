import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { vendorNotice, type VendorNotice } from "#areas/evaluation/evaluation.public.ts";
import type { Actor } from "#kernel/access.ts";
import {
  appealInput,
  decisionInput,
  filingInput,
  ownProtest,
  protestDetail,
  protestRow,
  withdrawalInput,
  type OwnProtest,
  type ProtestDetail,
} from "./protest.model.ts";
import { protestList } from "./protest.list.ts";
import {
  appealProtest,
  decideProtest,
  fileProtest,
  loadProtest,
  protestNoun,
  withdrawProtest,
} from "./protest.service.ts";
import { protest } from "./protest.tables.ts";
import { databaseMs } from "#server/db/database-clock.ts";

const path = "/api/v1/protests";
const mine = "/api/v1/vendor-portal/protests";
type Names = {
  solicitation: string;
  title: string;
  vendor: string;
  evaluationId: string | null;
  decidedByName: string | null;
};

/** A protest with what this person may do about it. */
const readProtest = async (db: Db, actor: Actor, id: string): Promise<ProtestDetail> => {
  const row = await loadProtest(db, await getRow(db, protest, id, "protest"));
  const names = await db.one<Names>(sql`
    select
      s.number as solicitation, s.title, v.name as vendor, a.evaluation_id,
      (select display_name from person where id = ${row.decidedBy}) as decided_by_name
    from award a
    join solicitation s on s.org_id = a.org_id and s.id = a.solicitation_id
    join vendor v on v.org_id = a.org_id and v.id = ${row.vendorId}
    where a.org_id = ${db.scope.orgId} and a.id = ${row.awardId}
  `);
  return {
    ...row,
    ...names,
    status: row.status as ProtestDetail["status"],
    decidedBy: names.decidedByName,
    actions: actionsFor(actor, protestNoun, row),
  };
};

const columns = sql`
  
    p.id, p.org_id, p.number, p.status, p.solicitation_id, p.award_id, p.grounds, p.relief,
    p.filed_at, p.filed_by_name, p.timely, p.stay, p.decide_by, p.decision, p.remedy, p.decided_at,
    p.appeal_until, p.appeal_grounds, p.appealed_at, p.appeal_decision, p.appeal_decided_at,
    p.version, o.name as agency, s.number || ', ' || s.title as solicitation, v.name as vendor
`;
const joined = sql`
  protest p
  join organization o on o.id = p.org_id
  join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
  left join solicitation s on s.org_id = p.org_id and s.id = p.solicitation_id
`;
type OwnRow = Omit<OwnProtest, "canWithdraw" | "canAppeal" | "solicitation"> & {
  solicitation: string | null;
};
const asOwn = (row: OwnRow): OwnProtest => ({
  ...row,
  solicitation: row.solicitation ?? "",
  canWithdraw: row.status === "filed" || row.status === "under_review",
  canAppeal:
    (row.status === "denied" || row.status === "dismissed") &&
    row.appealUntil !== null &&
    databaseMs() < Date.parse(row.appealUntil),
});

const steps = stepEndpoints(
  protestNoun,
  alike(
    (tx, actor, action, at, { remedy }) =>
      decideProtest(tx, actor, action, at, { reason: at.reason, remedy: remedy ?? null }),
    ["take", "dismiss", "deny", "sustain", "overrideStay", "uphold", "reverse"],
    {
      body: decisionInput,
    },
  ),
);

const agencySide: readonly Endpoint[] = [
  ...listEndpoints(path, "evaluation.read", protestList, protestRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "evaluation.read",
    summary: "A protest",
    params: idParams,
    response: protestDetail,
    handler: ({ db, actor, params }) => readProtest(db, actor, params.id),
  }),
  historyEndpoint(path, "protest", "evaluation.read"),
  ...steps,
];

/** What agencies told the vendor about awards, the latest 200. `db` is the vendor's side. */
export const noticesOfVendor = (db: Db): Promise<VendorNotice[]> =>
  db.rows<VendorNotice>(sql`
    select
      n.id, n.org_id, o.name as agency, n.solicitation_id,
      coalesce(s.number || ', ' || s.title, '') as solicitation, n.kind, n.title, n.text, n.debrief,
      n.protest_until, n.sent_at, n.award_id
    from vendor v
    join award_notice n on n.org_id = v.org_id and n.vendor_id = v.id
    join organization o on o.id = n.org_id
    left join solicitation s on s.org_id = n.org_id and s.id = n.solicitation_id
    order by n.sent_at desc
    limit 200
  `);

const vendorSideEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/vendor-portal/award-notices",
    permission: "protest.file",
    summary: "What agencies told this vendor about awards",
    response: z.object({ items: z.array(vendorNotice) }),
    handler: async ({ app, actor }) => ({
      items: await noticesOfVendor(vendorSide(app.database, actor)),
    }),
  }),
  endpoint({
    method: "GET",
    path: mine,
    permission: "protest.file",
    summary: "The vendor's own protests",
    response: z.object({ items: z.array(ownProtest) }),
    handler: async ({ app, actor }) => ({
      items: (
        await vendorSide(app.database, actor).rows<OwnRow>(
          sql`select ${columns} from ${joined} order by p.filed_at desc limit 200`,
        )
      ).map(asOwn),
    }),
  }),
  endpoint({
    method: "GET",
    path: `${mine}/{id}`,
    permission: "protest.file",
    summary: "One of the vendor's own protests",
    params: idParams,
    response: ownProtest,
    handler: async ({ app, actor, params }) => {
      const row = await vendorSide(app.database, actor).maybe<OwnRow>(
        sql`select ${columns} from ${joined} where p.id = ${params.id}`,
      );
      if (!row) throw notFound("protest");
      return asOwn(row);
    },
  }),
  endpoint({
    method: "POST",
    path: mine,
    permission: "protest.file",
    summary: "Protest an intent to award",
    ownTransaction: true,
    body: filingInput,
    response: writtenRecord,
    handler: ({ app, actor, body }) =>
      asVendor(app, actor, body.orgId, (tx, vendor, who) => fileProtest(tx, vendor, who, body)),
  }),
  recordAct(mine, "withdraw", {
    permission: "protest.file",
    summary: "Withdraw a protest",
    ownTransaction: true,
    body: withdrawalInput,
    response: writtenRecord,
    handler: ({ app, actor, params, body }) =>
      asVendor(app, actor, body.orgId, (tx, vendor, who) =>
        withdrawProtest(tx, vendor, who, params.id),
      ),
  }),
  recordAct(mine, "appeal", {
    permission: "protest.file",
    summary: "Appeal a decision",
    ownTransaction: true,
    body: appealInput,
    response: writtenRecord,
    handler: ({ app, actor, params, body }) =>
      asVendor(app, actor, body.orgId, (tx, vendor, who) =>
        appealProtest(tx, vendor, who, params.id, body.grounds),
      ),
  }),
];

export const protestEndpoints: readonly Endpoint[] = [...agencySide, ...vendorSideEndpoints];
