import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { amendmentStatuses } from "../amendment/amendment.labels.ts";
import { changeStatuses } from "../change/change.labels.ts";
import type { ClaimStatus } from "../claim/claim.labels.ts";
import { contract } from "../contracts.tables.ts";
import { isBonded } from "../coverage/standing.service.ts";
import { monthsAfter } from "../contract/term.model.ts";
import { proofs } from "./closeout.labels.ts";
import {
  closeoutGate,
  type Closeout,
  type CloseoutItem,
  type GateItem,
  type ProveInput,
} from "./closeout.model.ts";
import { itemsInForce, listInForce } from "./checklist.service.ts";
import { contractCloseoutItem } from "./closeout.tables.ts";
import { findingsOf } from "./proof.service.ts";
import type { Findings } from "./record-findings.ts";

type Item = typeof contractCloseoutItem.$inferSelect;
type Of = Parameters<typeof findingsOf>[1] & { status: string; endsOn: string };

const itemsOf = (db: Db, contractId: string): Promise<(Item & { by: string | null })[]> =>
  db.rows(sql`
    select i.*, p.display_name as by
    from contract_closeout_item i
    left join person p on p.id = i.proven_by
    where i.org_id = ${db.scope.orgId} and i.contract_id = ${contractId}
    order by i.position
  `);

/** Takes the list in force over for a contract whose closeout begins: it keeps these items. */
export const beginCloseout = async (tx: Tx, c: Of): Promise<void> => {
  const list = await listInForce(tx);
  const asked = list.items.filter(({ kind }) => kind === null || kind === c.kind);
  await insertRows(
    tx,
    contractCloseoutItem,
    asked.map(({ kind: _k, ...item }, at) => ({
      ...item,
      orgId: tx.scope.orgId!,
      id: newId(),
      contractId: c.id,
      position: at + 1,
      checklistId: list.id,
    })),
  );
};

const isProven = (item: Pick<Item, "proof" | "provenAt">, findings: Findings): boolean =>
  item.provenAt !== null || (proofs[item.proof].by !== "person" && !!findings[item.proof]?.ok);

// What a hand proved counts whatever the record says.
const gateItem = (item: Pick<Item, "title" | "proof" | "provenAt">, findings: Findings) => ({
  title: item.title,
  ok: isProven(item, findings),
  record:
    item.provenAt === null && proofs[item.proof].by !== "person"
      ? (findings[item.proof]?.text ?? null)
      : null,
});

// The items that its closeout would begin with today.
const comingItems = async (db: Db, kind: string) =>
  (await itemsInForce(db))
    .filter((item) => item.kind === null || item.kind === kind)
    .map((item) => ({ ...item, provenAt: null }));

const lastOf = (statuses: Readonly<Record<string, object>>): string[] =>
  Object.entries(statuses).flatMap(([status, shown]) => ("terminal" in shown ? [status] : []));
const endedChanges = lastOf(changeStatuses);
const endedAmendments = lastOf(amendmentStatuses);
/** A claim that is denied may still be appealed: until then nothing of it is open. */
const decidedClaims = ["denied", "settled", "closed"] satisfies ClaimStatus[];

/** Claims, change orders and amendments that are still under way: none of them outlives the closing. */
const underWay = async (db: Db, contractId: string): Promise<GateItem> => {
  const rows = await db.rows<{ called: string }>(sql`
    select 'claim ' || number as called
    from contract_claim
    where org_id = ${db.scope.orgId}
      and contract_id = ${contractId}
      and status <> all(${decidedClaims}::text[])
    union all
    select 'change order ' || number
    from contract_change
    where org_id = ${db.scope.orgId}
      and contract_id = ${contractId}
      and status <> all(${endedChanges}::text[])
    union all
    select 'amendment ' || number
    from contract_amendment
    where org_id = ${db.scope.orgId}
      and contract_id = ${contractId}
      and status <> all(${endedAmendments}::text[])
    order by 1
  `);
  return {
    title: "Nothing on it is under way",
    ok: rows.length === 0,
    record: `Still open: ${rows.map(({ called }) => called).join(", ")}.`,
  };
};

const inForce = new Set(["active", "suspended", "expired", "terminated"]);

/** The last gate of a contract from its first day in force; empty before, and once it is closed. */
const gateOf = async (db: Db, c: Of, items: readonly Item[], findings: Findings) => {
  const begun = c.status === "closeout";
  if (!begun && !inForce.has(c.status)) return [];
  const asked = begun ? items : await comingItems(db, c.kind);
  const open = await underWay(db, c.id);
  return closeoutGate([...asked.map((item) => gateItem(item, findings)), open], begun);
};

/**
 * What the step that closes a contract asks: the open items in words, and who proved one by hand.
 * Nothing for a contract that is not in closeout.
 */
export const openItems = async (
  db: Db,
  c: Of,
): Promise<{ unproven: string[]; proved: string[] }> => {
  if (c.status !== "closeout") return { unproven: [], proved: [] };
  const [items, open, findings] = await Promise.all([
    itemsOf(db, c.id),
    underWay(db, c.id),
    isBonded(db, c.id).then((bonded) => findingsOf(db, c, bonded)),
  ]);
  const asked = [...items.map((item) => gateItem(item, findings)), open];
  return {
    unproven: closeoutGate(asked, true).map((f) => f.sentence),
    proved: items.flatMap((item) => (item.provenBy ? [item.provenBy] : [])),
  };
};

/** The first day that may be the end of its retention, by the rule of today, and the rule. */
const retentionOf = async (db: Db, c: Of): Promise<{ day: Day; citation: string }> => {
  const today = businessDate(db.scope);
  const rules = rulesOn(await listRules(db, ["recordRetention"]), today);
  const most = rules.toSorted((a, b) => Number(b.parameters.years) - Number(a.parameters.years))[0];
  const from = c.endsOn > today ? c.endsOn : today;
  return {
    day: monthsAfter(from, 12 * Number(most?.parameters.years ?? 3)),
    citation: most?.citation ?? "2 CFR 200.334",
  };
};

const shown = (
  { by, ...item }: Item & { by: string | null },
  findings: Findings,
  may: boolean,
): CloseoutItem => {
  const { by: who } = proofs[item.proof];
  const record = who === "person" ? null : (findings[item.proof] ?? null);
  const ok = isProven(item, findings);
  const { id, proof, title, hint, evidence, fileId, retainUntil, provenAt, version } = item;
  return {
    ...{ id, proof, title, hint, evidence, fileId, retainUntil, provenAt, version },
    ok,
    record: item.provenAt === null ? (record?.text ?? null) : null,
    provenBy: by,
    canProve: may && !ok && who !== "record" && !record?.binding,
    canReopen: may && item.provenBy !== null,
  };
};

/** A contract's closeout with what the records say now. 404. */
export const readCloseout = async (db: Db, actor: Actor, contractId: string): Promise<Closeout> => {
  const c = await getRow(db, contract, contractId, "contract");
  const [items, bonded, retention] = await Promise.all([
    itemsOf(db, contractId),
    isBonded(db, contractId),
    retentionOf(db, c),
  ]);
  const findings =
    c.status === "closeout" || inForce.has(c.status) ? await findingsOf(db, c, bonded) : {};
  const list = items[0]?.checklistId
    ? await db.one<{ name: string }>(sql`
      select name || ', version ' || version_no as name
      from closeout_checklist
      where org_id = ${db.scope.orgId} and id = ${items[0].checklistId}
    `)
    : { name: "The product's own list" };
  const may = c.status === "closeout" && actor.permissions.has("contract.edit");
  return {
    items: items.map((item) => shown(item, findings, may)),
    checklist: list.name,
    retainAtLeast: retention.day,
    citation: retention.citation,
    gate: await gateOf(db, c, items, findings),
  };
};

const refuseProof = async (
  tx: Tx,
  actor: Actor,
  c: Of,
  item: Item,
  input: ProveInput,
): Promise<void> => {
  const { by, file } = proofs[item.proof];
  const findings = by === "either" ? await findingsOf(tx, c, await isBonded(tx, c.id)) : {};
  if (by === "record" || findings[item.proof]?.binding)
    throw conflict("by_record", "Its record alone proves this item. Do what it says is open.");
  if (file && !input.fileId) throw invalidField("fileId", "Attach the document.");
  if (input.fileId) await requireSeenFile(tx, actor, input.fileId);
  if (item.proof !== "retention") return;
  const { day, citation } = await retentionOf(tx, c);
  if (!input.retainUntil || input.retainUntil < day)
    throw invalidField(
      "retainUntil",
      `Keep the records until ${formatDate(day)} at least (${citation}).`,
    );
};

// The contract's lock holds while its closing decides.
const lockItem = async (tx: Tx, contractId: string, id: string, version: number | null) => {
  const c = await lockRow(tx, contract, contractId, "contract");
  const item = await lockRow(tx, contractCloseoutItem, id, "item of the closeout");
  if (item.contractId !== contractId) throw notFound("item of the closeout");
  requireVersion(item.version, version);
  if (c.status !== "closeout")
    throw conflict("not_in_this_status", "Items are proven while the contract is in closeout.");
  return { c, item };
};

type At = { contractId: string; id: string; version: number | null };

/**
 * Proves an item by hand, with what shows it. 409 for an item that only its record proves or that is
 * proven, 422 where the document or a late enough day lacks.
 */
export const proveItem = async (tx: Tx, actor: Actor, at: At, input: ProveInput): Promise<Item> => {
  const { c, item } = await lockItem(tx, at.contractId, at.id, at.version);
  if (item.provenAt) throw conflict("proven", "It is proven already.");
  await refuseProof(tx, actor, c, item, input);
  const after = await updateRow(tx, contractCloseoutItem, item.id, {
    provenAt: businessNow(tx.scope).toISOString(),
    provenBy: actor.personId,
    evidence: input.evidence,
    fileId: input.fileId ?? null,
    retainUntil: item.proof === "retention" ? input.retainUntil! : null,
  });
  note(tx, actor, "contract", c, { action: "prove", before: item, after, note: item.title });
  return after;
};

/** Opens an item again that somebody proved by hand; what was said of it stays in the history. */
export const reopenItem = async (tx: Tx, actor: Actor, at: At): Promise<Item> => {
  const { c, item } = await lockItem(tx, at.contractId, at.id, at.version);
  if (!item.provenBy) throw notAllowed("Nobody proved it by hand.", "not_proven");
  const after = await updateRow(tx, contractCloseoutItem, item.id, {
    ...{ provenAt: null, provenBy: null, evidence: "", fileId: null, retainUntil: null },
  });
  note(tx, actor, "contract", c, { action: "reopenItem", before: item, after, note: item.title });
  return after;
};

/** Keeps what the records proved when a contract is closed; behind its lock. */
export const keepFindings = async (tx: Tx, c: Of): Promise<void> => {
  const [items, bonded] = await Promise.all([itemsOf(tx, c.id), isBonded(tx, c.id)]);
  const findings = await findingsOf(tx, c, bonded);
  const at = businessNow(tx.scope).toISOString();
  for (const item of items)
    if (!item.provenAt)
      await updateRow(tx, contractCloseoutItem, item.id, {
        provenAt: at,
        evidence: findings[item.proof]?.text ?? "",
      });
};
