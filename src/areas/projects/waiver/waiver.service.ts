import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { contractsNamed } from "#areas/contracts/contracts.server.ts";
import { invoicesNamed } from "#areas/finance/finance.server.ts";
import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { orderToPay } from "#areas/procurement/procurement.server.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import type { DemandedPaper } from "../pay/papers.service.ts";
import type { PayStored } from "../pay/pay.noun.ts";
import { totalsOfApplication } from "../pay/pay.read.service.ts";
import { payApplication } from "../pay/pay.tables.ts";
import { project } from "../projects.tables.ts";
import { waiverName, type Mark, type WaiverKind, type WaiverStage } from "./waiver.labels.ts";
import type { PaperWaiverInput, WaiversOfApplication } from "./waiver.model.ts";
import { waiverNoun, type WaiverStored } from "./waiver.noun.ts";
import { filledWords, lawOfWaivers, textOf, type WaiverLaw } from "./words.model.ts";

type Asked = WaiversOfApplication["asked"][number];

/** The waivers of an application that stand as they were signed. */
export const signedOf = (db: Db, applicationId: string): Promise<WaiverStored[]> =>
  db.rows<WaiverStored>(sql`
    select *
    from pay_waiver
    where org_id = ${db.scope.orgId} and application_id = ${applicationId} and status = 'signed'
    order by number
  `);

// The law of the last day of the period, where it concerns the contract of the order; else nothing is asked.
const lawFor = async (db: Db, a: PayStored): Promise<WaiverLaw | null> => {
  const [rules, order] = await Promise.all([
    rulesOfKey(db, "waivers"),
    orderToPay(db, a.purchaseOrderId),
  ]);
  const law = lawOfWaivers(ownOrShipped(rules, "waivers", a.periodTo));
  if (!law || !order) return null;
  const [contract] = await contractsNamed(db, order.contractId ? [order.contractId] : []);
  return law.construction && contract?.kind !== "construction" ? null : law;
};

const isPaid = async (db: Db, { invoiceId }: PayStored): Promise<boolean> => {
  const [invoice] = await invoicesNamed(db, invoiceId ? [invoiceId] : []);
  return invoice?.status === "paid";
};

const stageOf = (totals: { balance: number }): WaiverStage =>
  totals.balance === 0 ? "final" : "progress";

// A waiver as it is shown and signed: words of the day, amount and day of the application.
const drawnUp = async (
  db: Db,
  a: PayStored,
  { law, kind }: { law: WaiverLaw; kind: WaiverKind },
): Promise<Asked> => {
  const [totals, order, agency, p] = await Promise.all([
    totalsOfApplication(db, a),
    orderToPay(db, a.purchaseOrderId),
    readOrganization(db),
    getRow(db, project, a.projectId, "project"),
  ]);
  const vendors = await vendorsNamed(db, [order!.vendorId]);
  const stage = stageOf(totals);
  const text = textOf(law, kind, stage, businessDate(db.scope));
  return {
    kind,
    stage,
    title: waiverName(kind, stage),
    amount: totals.due,
    work: totals.thisPeriod,
    throughOn: a.periodTo,
    place: text.place,
    citation: law.citation,
    words: filledWords(text, {
      project: `${p.number} ${p.name}`,
      agency: agency.name,
      contractor: vendors.get(order!.vendorId) ?? "",
      order: `${order!.number} ${order!.title}`,
      application: `${a.applicationNo} (${a.number})`,
      throughOn: a.periodTo,
      amount: totals.due,
    }),
  };
};

const undecided: ReadonlySet<string> = new Set(["draft", "submitted", "returned"]);

// What stands signed is of the work that is applied for. What is retained of it may change with the law's
// limit until it is certified: the words release what is paid.
const fits = (signed: WaiverStored, asked: Asked): boolean =>
  signed.work === asked.work && signed.throughOn === asked.throughOn;

/** What is asked of the contractor for an application now: conditional before, unconditional once paid. */
const askedOf = async (db: Db, a: PayStored): Promise<Asked[]> => {
  const law = await lawFor(db, a);
  if (!law) return [];
  const signed = await signedOf(db, a.id);
  const stands = (kind: WaiverKind) => signed.find((one) => one.kind === kind);
  if (undecided.has(a.status) && law.conditional) {
    const asked = await drawnUp(db, a, { law, kind: "conditional" });
    const there = stands("conditional");
    return there && fits(there, asked) ? [] : [asked];
  }
  if (a.status !== "certified" || !law.unconditional || stands("unconditional")) return [];
  return (await isPaid(db, a)) || law.beforePayment
    ? [await drawnUp(db, a, { law, kind: "unconditional" })]
    : [];
};

/** The waivers of an application: signed, and asked for now. */
export const waiversOf = async (db: Db, a: PayStored): Promise<WaiversOfApplication> => {
  const [signed, asked] = await Promise.all([signedOf(db, a.id), askedOf(db, a)]);
  return {
    signed: signed.map((w) => ({
      ...{ id: w.id, number: w.number, kind: w.kind, stage: w.stage, title: w.title },
      ...{ amount: w.amount, work: w.work, throughOn: w.throughOn, place: w.place, words: w.words },
      ...{ citation: w.citation, signerName: w.signerName, signedAt: w.signedAt },
      ...{ version: w.version, onPaper: w.fileId !== null },
    })),
    asked,
  };
};

const requireAsked = async (tx: Tx, a: PayStored, kind: WaiverKind): Promise<Asked> => {
  const asked = (await askedOf(tx, a)).find((one) => one.kind === kind);
  if (asked) return asked;
  const law = await lawFor(tx, a);
  if (kind === "unconditional" && law && !law.beforePayment && !(await isPaid(tx, a)))
    throw conflict(
      "not_paid",
      `${a.number} is not paid yet: a waiver without condition is asked only after the payment (${law.citation}).`,
    );
  throw conflict("not_asked", `No such waiver is asked for ${a.number} now.`);
};

type Signature = {
  signerName: string;
  mark: Mark | null;
  fileId: string | null;
  recordedBy: string | null;
};

/**
 * Keeps a waiver as it was signed; one of its kind that does not fit the application any more is
 * replaced. 404, 409 `not_paid`, `not_asked`.
 */
export const keepWaiver = async (
  tx: Tx,
  actor: Actor,
  applicationId: string,
  kind: WaiverKind,
  signature: Signature,
): Promise<WaiverStored> => {
  const a = await lockRow(tx, payApplication, applicationId, "pay application");
  const asked = await requireAsked(tx, a, kind);
  for (const old of await signedOf(tx, a.id))
    if (old.kind === kind)
      await transition(tx, asSystem(actor), waiverNoun, {
        id: old.id,
        action: "replace",
        effect: () => Promise.resolve({ patch: { statusReason: "Another was signed." } }),
      });
  return create(tx, actor, waiverNoun, {
    number: { kind: "WVR" },
    row: {
      ...asked,
      ...signature,
      orgId: tx.scope.orgId!,
      id: newId(),
      applicationId,
      signedAt: businessNow(tx.scope).toISOString(),
    },
  });
};

/** Keeps a waiver that came on paper. 404, 409 `not_paid`, `not_asked`; 422 for a file that is not there. */
export const keepPaperWaiver = async (
  tx: Tx,
  actor: Actor,
  applicationId: string,
  { kind, signerName, fileId }: PaperWaiverInput,
): Promise<WaiverStored> => {
  await requireSeenFile(tx, actor, fileId);
  const signature = { signerName, mark: null, fileId, recordedBy: actor.personId };
  return keepWaiver(tx, actor, applicationId, kind, signature);
};

/** Hands a waiver back with the reason: it counts no more. 404, 409, 412, 422 without one. */
export const revokeWaiver = (tx: Tx, actor: Actor, at: TakenStep): Promise<WaiverStored> =>
  transition(tx, actor, waiverNoun, {
    ...at,
    action: "revoke",
    effect: () => Promise.resolve({ patch: { statusReason: at.reason?.trim() ?? "" } }),
  });

// The newest application of the order before this one whose invoice is paid.
const lastPaid = async (db: Db, a: PayStored): Promise<PayStored | null> => {
  const before = await db.rows<PayStored>(sql`
    select *
    from pay_application
    where org_id = ${db.scope.orgId}
      and purchase_order_id = ${a.purchaseOrderId}
      and status = 'certified'
      and application_no < ${a.applicationNo}
    order by application_no desc
    limit 100
  `);
  const invoices = await invoicesNamed(
    db,
    before.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const paid = new Set(invoices.filter(({ status }) => status === "paid").map(({ id }) => id));
  return before.find(({ invoiceId }) => invoiceId !== null && paid.has(invoiceId)) ?? null;
};

/**
 * The waivers that an application needs before it is certified: its own with the condition, and the one
 * without it for the last that was paid.
 */
export const demandedWaivers = async (db: Db, a: PayStored): Promise<DemandedPaper[]> => {
  const law = await lawFor(db, a);
  if (!law || !undecided.has(a.status)) return [];
  const [own, signed, paid] = await Promise.all([
    law.conditional ? drawnUp(db, a, { law, kind: "conditional" }) : null,
    signedOf(db, a.id),
    law.unconditional ? lastPaid(db, a) : null,
  ]);
  const there = signed.find(({ kind }) => kind === "conditional");
  const asks = "the contractor signs it in its portal, or sends it signed on paper";
  const papers: DemandedPaper[] = [];
  if (own)
    papers.push({
      title: `${own.title}, ${formatCents(own.amount)} through ${formatDate(own.throughOn)}`,
      ok: there !== undefined && fits(there, own),
      says: there
        ? fits(there, own)
          ? `${there.number}, signed by ${there.signerName}`
          : `${there.number} says ${formatCents(there.amount)} through ${formatDate(there.throughOn)}: ${asks} anew`
        : asks,
      citation: law.citation,
    });
  if (paid) {
    const last = (await signedOf(db, paid.id)).find(({ kind }) => kind === "unconditional");
    papers.push({
      title: `Unconditional waiver of application ${paid.applicationNo}, ${paid.number}, which is paid`,
      ok: last !== undefined,
      says: last ? `${last.number}, signed by ${last.signerName}` : asks,
      citation: law.citation,
    });
  }
  return papers;
};
