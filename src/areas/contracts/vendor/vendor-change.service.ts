import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { asVendor, vendorSide, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import type { changeInput, vendorChangeInput } from "../change/change.model.ts";
import { endChange, proposeChange, type Step } from "../change/change.service.ts";
import type { Submission, vendorClaimInput } from "../claim/claim.model.ts";
import { appealClaim, closeClaim, noticeClaim, submitClaim } from "../claim/claim.service.ts";
import type { VendorChange, VendorClaim, VendorFile } from "./vendor-change.model.ts";
import { contractsOfVendor } from "./vendor-contract.service.ts";

/** Locks the row, so that what is read holds until the end. 404 for another vendor's. */
export const ownContract = async (tx: Tx, vendor: ActingVendor, id: string): Promise<void> => {
  const found = await tx.maybe(sql`
    select 1 as ok
    from contract
    where org_id = ${tx.scope.orgId}
      and id = ${id}
      and vendor_id = ${vendor.id}
      and status in ('active', 'suspended', 'expired', 'terminated', 'closeout', 'closed')
    for update
  `);
  if (!found) throw notFound("contract");
};

const ownChange = async (tx: Tx, vendor: ActingVendor, id: string): Promise<void> => {
  const found = await tx.maybe(sql`
    select 1 as ok
    from contract_change x
    join contract c on c.org_id = x.org_id and c.id = x.contract_id
    where x.org_id = ${tx.scope.orgId}
      and x.id = ${id}
      and x.side = 'vendor'
      and c.vendor_id = ${vendor.id}
  `);
  if (!found) throw notFound("change order");
};

const ownClaim = async (tx: Tx, vendor: ActingVendor, id: string): Promise<void> => {
  const found = await tx.maybe(sql`
    select 1 as ok
    from contract_claim x
    join contract c on c.org_id = x.org_id and c.id = x.contract_id
    where x.org_id = ${tx.scope.orgId} and x.id = ${id} and c.vendor_id = ${vendor.id}
  `);
  if (!found) throw notFound("claim");
};

const linesOf = (db: Db, contractId: string) =>
  db.rows<VendorChange["lines"][number] & { changeId: string }>(sql`
    select l.id, l.change_id, l.line_no, l.description, l.amount, l.days
    from contract_change_line l
    join contract_change x on x.org_id = l.org_id and x.id = l.change_id
    where x.contract_id = ${contractId}
    order by l.line_no
  `);
const changesOf = (db: Db, contractId: string) =>
  db.rows<Omit<VendorChange, "lines">>(sql`
    select id, number, status, side, title, reason, increase, decrease, days, status_reason, version
    from contract_change
    where contract_id = ${contractId}
    order by number desc
  `);
const claimsOf = (db: Db, contractId: string) =>
  db.rows<Omit<VendorClaim, "issues">>(sql`
    select
      id, number, status, title, narrative, event_on, known_on, noticed_on, notice_due_on, late,
      submitted_on, decision, appeal, status_reason, version
    from contract_claim
    where contract_id = ${contractId}
    order by number desc
  `);
const issuesOf = (db: Db, contractId: string) =>
  db.rows<VendorClaim["issues"][number] & { claimId: string }>(sql`
    select
      i.id, i.claim_id, i.title, i.claimed, i.claimed_days, i.offered, i.offered_days, i.settled,
      i.settled_days
    from contract_claim_issue i
    join contract_claim x on x.org_id = i.org_id and x.id = i.claim_id
    where x.contract_id = ${contractId}
    order by i.line_no
  `);

/** The vendor's own contract with its changes and claims, as row security shows them. 404. */
export const vendorFileOf = async (
  app: App,
  actor: Actor,
  orgId: string,
  id: string,
): Promise<VendorFile> => {
  const db = vendorSide(app.database, actor);
  const contract = (await contractsOfVendor(db)).find((c) => c.orgId === orgId && c.id === id);
  if (!contract) throw notFound("contract");
  const [clocks, changes, lines, claims, issues] = await Promise.all([
    db.maybe<NonNullable<VendorFile["clocks"]>>(sql`
      select
        notice_days, submit_days, decide_days, appeal_days, notice_in, submit_in, decide_in,
        appeal_in, day_count, citation
      from contract_change_terms
      where id = ${id}
    `),
    changesOf(db, id),
    linesOf(db, id),
    claimsOf(db, id),
    issuesOf(db, id),
  ]);
  return {
    ...contract,
    clocks,
    changes: changes.map((x) => ({
      ...x,
      lines: lines
        .filter((line) => line.changeId === x.id)
        .map(({ changeId: _c, ...line }) => line),
    })),
    claims: claims.map((x) => ({
      ...x,
      issues: issues.filter((i) => i.claimId === x.id).map(({ claimId: _c, ...issue }) => issue),
    })),
  };
};

/** The vendor proposes a change of its contract; whoever keeps the contract is told. */
export const proposeAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  contractId: string,
  input: z.output<typeof vendorChangeInput>,
) =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await ownContract(tx, vendor, contractId);
    const whole: z.output<typeof changeInput> = { ...input, contractId };
    return proposeChange(tx, who, whole, { side: "vendor", proposedBy: who.name });
  });

/** The vendor withdraws what it proposed itself. */
export const withdrawAsVendor = (app: App, actor: Actor, orgId: string, step: Step) =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await ownChange(tx, vendor, step.id);
    return endChange(tx, asSystem(who), "withdraw", step);
  });

/** The vendor gives notice of a claim; it has come today. */
export const noticeAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  contractId: string,
  input: z.output<typeof vendorClaimInput>,
) =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await ownContract(tx, vendor, contractId);
    const noticedOn = businessDate(tx.scope);
    return noticeClaim(tx, who, { ...input, contractId, noticedOn }, "vendor");
  });

/** The vendor submits its claim, certified by whoever acts. */
export const submitAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  step: Omit<Step, "reason">,
  input: Submission,
) =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await ownClaim(tx, vendor, step.id);
    return submitClaim(tx, asSystem(who), step, input);
  });

/** The vendor does not take the decision. */
export const appealAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  step: Omit<Step, "reason">,
  appeal: string,
) =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await ownClaim(tx, vendor, step.id);
    return appealClaim(tx, asSystem(who), step, { appeal });
  });

/** The vendor pursues its claim no more. */
export const closeAsVendor = (app: App, actor: Actor, orgId: string, step: Step) =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await ownClaim(tx, vendor, step.id);
    return closeClaim(tx, asSystem(who), step);
  });
