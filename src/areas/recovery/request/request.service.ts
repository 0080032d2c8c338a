import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { claimCost, releaseClaim, type Wanted } from "#areas/finance/finance.server.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { requestNoun } from "../recovery.nouns.ts";
import { paDeclaration, paItem, paProject, paRequest } from "../recovery.tables.ts";
import {
  beyondManagement,
  beyondObligation,
  itemsIn,
  proveRequest,
  type ItemRecord,
  type Proof,
} from "./proof.service.ts";
import { certificateText } from "./request.labels.ts";

type Record_ = typeof paRequest.$inferSelect;
export type RequestStep = { id: string; version: number | null; reason?: string | null };

/**
 * Begins a request for reimbursement of a project with all its eligible lines that no request holds.
 * 409 where nothing is obligated or nothing waits.
 */
export const draftRequest = async (tx: Tx, actor: Actor, projectId: string): Promise<Record_> => {
  const p = await lockRow(tx, paProject, projectId, "project");
  if (!["obligated", "complete"].includes(p.status))
    throw conflict("rule", `Nothing is obligated for ${p.number} yet.`);
  const waiting = await tx.maybe(sql`
    select 1 as found
    from pa_item
    where org_id = ${p.orgId} and project_id = ${projectId} and eligible and request_id is null
    limit 1
  `);
  if (!waiting) throw conflict("nothing", "No eligible line of this project waits.");
  const id = newId();
  const row = await create(tx, actor, requestNoun, {
    number: { kind: "RFR" },
    row: { orgId: p.orgId, id, projectId, preparedBy: actor.personId },
    from: [{ type: "paProject", id: projectId }],
  });
  await tx.rows(sql`
    update pa_item
    set request_id = ${id}, waits_because = null, version = version + 1
    where org_id = ${p.orgId} and project_id = ${projectId} and eligible and request_id is null
  `);
  return row;
};

/** Leaves a line out of a request: it waits on for what it lacks, and joins the next one. */
export const leaveOut = async (
  tx: Tx,
  actor: Actor,
  id: string,
  said: { itemIds: readonly string[]; version: number | null },
): Promise<Record_> => {
  return change(tx, actor, requestNoun, {
    id,
    version: said.version,
    action: "leaveOut",
    unless: (r) =>
      r.status !== "draft" && r.status !== "returned"
        ? "Lines are left out of a draft, or of what the state returned."
        : null,
    effect: async (r) => {
      const [p, items] = await Promise.all([
        getRow(tx, paProject, r.projectId, "project"),
        itemsIn(tx, id),
      ]);
      const { lacks } = await proveRequest(tx, p, id, items);
      const out = items.filter((i) => said.itemIds.includes(i.id));
      if (out.length !== new Set(said.itemIds).size)
        throw invalidField("itemIds", "One of these lines is not in this request.");
      for (const item of out)
        await updateRow(tx, paItem, item.id, {
          requestId: null,
          insured: 0,
          federal: 0,
          match: 0,
          waitsBecause: lacks.get(item.id)!.join(" ") || "Left out by hand",
        });
      return {
        patch: {},
        content: { leftOut: out.map((i) => ({ id: i.id, label: i.label, cents: i.cents })) },
      };
    },
  });
};

const wantedOf = (items: readonly ItemRecord[], { shares, taken }: Proof): Wanted[] =>
  items.flatMap((i): Wanted[] => {
    const share = shares.get(i.id)!;
    if (i.costLineId)
      return [
        { costLineId: i.costLineId, cents: share.federal, share: "federal" },
        { costLineId: i.costLineId, cents: share.match, share: "match" },
      ];
    let federal = share.federal;
    return taken
      .filter((t) => t.itemId === i.id)
      .flatMap((t): Wanted[] => {
        const part = Math.min(federal, t.cents);
        federal -= part;
        return [
          { costLineId: t.costLineId, cents: part, share: "federal" },
          { costLineId: t.costLineId, cents: t.cents - part, share: "match" },
        ];
      });
  });

const storeShares = async (tx: Tx, items: readonly ItemRecord[], { shares }: Proof) => {
  for (const i of items) {
    const { insured, federal, match } = shares.get(i.id)!;
    await updateRow(tx, paItem, i.id, { insured, federal, match });
  }
};

// What other requests of the same project claim of the same lines is refused by the claims themselves.
const claimAll = async (tx: Tx, actor: Actor, r: Record_) => {
  const p = await lockRow(tx, paProject, r.projectId, "project");
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  await releaseClaim(tx, actor, r.id);
  const items = await itemsIn(tx, r.id);
  if (items.length === 0) throw conflict("nothing", "No line is left in this request.");
  const proof = await proveRequest(tx, p, r.id, items);
  const blocked = items.flatMap((i) => {
    const lacks = proof.lacks.get(i.id)!;
    return lacks.length ? [`${i.label}: ${lacks.join(" ")}`] : [];
  });
  if (blocked.length)
    throw conflict(
      "blocked",
      `${blocked.length === 1 ? "One line lacks" : `${blocked.length} lines lack`} proof. ${blocked.slice(0, 5).join(" ")} Add it, or leave them out.`,
    );
  const all = [...proof.shares.values()];
  const sum = (part: "base" | "insured" | "federal" | "match") =>
    all.reduce((n, s) => n + s[part], 0);
  const beyond = await beyondObligation(tx, p, r.id, sum("federal"));
  if (beyond) throw conflict("beyond_obligation", beyond);
  const management = await beyondManagement(tx, p, r.id, sum("base") + sum("insured"));
  if (management) throw conflict("beyond_management", management);
  await claimCost(
    tx,
    actor,
    { kind: "paRequest", id: r.id, number: r.number, funderId: d.id, funderNumber: d.number },
    wantedOf(items, proof),
  );
  await storeShares(tx, items, proof);
  return {
    total: sum("base") + sum("insured"),
    insured: sum("insured"),
    federal: sum("federal"),
    match: sum("match"),
    uncovered: 0,
  };
};

/** The lines of a request as one digest: a certificate holds for exactly these. */
const digestOf = async (tx: Tx, id: string): Promise<string> => {
  const items = await itemsIn(tx, id);
  return createHash("sha256")
    .update(JSON.stringify(items.map((i) => [i.id, i.cents, i.insured, i.federal, i.match])))
    .digest("hex");
};

/** Proves every line and claims its costs: 409 names what lacks proof, with who owes it. */
export const checkRequest = (tx: Tx, actor: Actor, step: RequestStep): Promise<Record_> =>
  transition(tx, actor, requestNoun, {
    ...step,
    action: "check",
    effect: async (r) => ({ patch: await claimAll(tx, actor, r as Record_) }),
  });

/** Certifies a request as another person than prepared it, under the text of 2 CFR 200.415. */
export const certifyRequest = (tx: Tx, actor: Actor, step: RequestStep): Promise<Record_> =>
  transition(tx, actor, requestNoun, {
    ...step,
    action: "certify",
    effect: async (r) => ({
      patch: {
        certifiedBy: actor.personId,
        certifiedAt: businessNow(tx.scope).toISOString(),
        certificate: certificateText,
        digest: await digestOf(tx, (r as Record_).id),
      },
    }),
  });

/** Records that it went to the recipient; what was certified is what is sent. */
export const submitRequest = (
  tx: Tx,
  actor: Actor,
  step: RequestStep,
  { reference }: { reference: string },
): Promise<Record_> =>
  transition(tx, actor, requestNoun, {
    ...step,
    action: "submit",
    effect: async (record) => {
      const r = record as Record_;
      if (r.digest !== (await digestOf(tx, r.id)))
        throw conflict("changed", "Its lines changed after the certificate. Check it again.");
      return { patch: { reference, submittedOn: businessDate(tx.scope) } };
    },
  });

/** Records what the recipient paid, to the cent. */
export const payRequest = (
  tx: Tx,
  actor: Actor,
  step: RequestStep,
  said: { paidOn: string; paidCents: number },
): Promise<Record_> =>
  transition(tx, actor, requestNoun, {
    ...step,
    action: "pay",
    effect: async (record) => {
      const r = record as Record_;
      if (said.paidOn > businessDate(tx.scope))
        throw invalidField("paidOn", "This day has not come yet.");
      if (r.submittedOn !== null && said.paidOn < r.submittedOn)
        throw invalidField(
          "paidOn",
          `It was sent on ${formatDate(r.submittedOn)}: its money came on that day or later.`,
        );
      if (said.paidCents <= 0 || said.paidCents > r.federal)
        throw invalidField("paidCents", "More than was asked for, or nothing, is not recorded.");
      return { patch: said };
    },
  });

/** The recipient sends it back, or it is cancelled: then its costs are free again. */
export const endRequest = (
  tx: Tx,
  actor: Actor,
  action: "return" | "cancel",
  step: RequestStep,
): Promise<Record_> =>
  transition(tx, actor, requestNoun, {
    ...step,
    action,
    effect: async (record) => {
      const r = record as Record_;
      await releaseClaim(tx, actor, r.id);
      if (action === "cancel")
        await tx.rows(sql`
          update pa_item
          set
            request_id = null, insured = 0, federal = 0, match = 0,
            waits_because = ${`${r.number} was cancelled`}, version = version + 1
          where org_id = ${r.orgId} and request_id = ${r.id}
        `);
      return {
        patch: {
          statusReason: step.reason ?? null,
          total: 0,
          insured: 0,
          federal: 0,
          match: 0,
          certifiedBy: null,
          certifiedAt: null,
          certificate: null,
          digest: null,
        },
      };
    },
  });
