import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import {
  claimCost,
  costsOf,
  releaseClaim,
  type Cost,
  type Wanted,
} from "#areas/finance/finance.server.ts";
import type { Service } from "../agreement/agreement.model.ts";
import type { AgreementStored } from "../agreement/agreement.noun.ts";
import { change } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { servedAgreement, servedBillLine, servedClient, servedRequest } from "../served.tables.ts";
import { sumsOf, type Sums } from "./amounts.model.ts";
import type { CostsInput, FeeInput } from "./bill.model.ts";
import { billNoun, type BillStored } from "./bill.noun.ts";

type Line = typeof servedBillLine.$inferSelect;
export type NewLine = typeof servedBillLine.$inferInsert;

const linesOf = (tx: Tx, billId: string) =>
  tx.rows<Line>(sql`
    select *
    from served_bill_line
    where org_id = ${tx.scope.orgId} and bill_id = ${billId} and live
    order by created_at, id
  `);

/** What other bills take of an agreement's ceiling, in cents; read behind the lock of the agreement. */
const billedBeside = async (tx: Tx, agreementId: string, billId: string): Promise<number> => {
  const { cents } = await tx.one<{ cents: number }>(sql`
    select coalesce(sum(total), 0)::bigint as cents
    from served_bill
    where org_id = ${tx.scope.orgId}
      and agreement_id = ${agreementId}
      and id <> ${billId}
      and status <> 'cancelled'
  `);
  return cents;
};

/** The sums of a bill's lines as they stand. 409 `beyond_ceiling`. */
export const addedUp = async (
  tx: Tx,
  bill: Pick<BillStored, "id" | "agreementId">,
  agreement: AgreementStored,
): Promise<Sums> => {
  const [lines, beside] = await Promise.all([
    linesOf(tx, bill.id),
    billedBeside(tx, bill.agreementId, bill.id),
  ]);
  const sums = sumsOf(lines, agreement);
  if (sums.total > 0 && beside + sums.total > agreement.ceiling)
    throw conflict(
      "beyond_ceiling",
      `${agreement.number} is billed up to ${formatCents(agreement.ceiling)}: ${formatCents(Math.max(0, agreement.ceiling - beside))} are left, and this bill comes to ${formatCents(sums.total)}.`,
    );
  return sums;
};

/** A service of the agreement that is billed so. 422 `no_service`. */
export const requireService = (
  agreement: AgreementStored,
  code: string,
  kind: Service["kind"],
): Service => {
  const service = agreement.services.find((each) => each.code === code);
  if (service?.kind === kind) return service;
  const what = { cost: "what it cost", hour: "the hour", fee: "a fixed fee" }[kind];
  throw invalidField(
    "service",
    `${agreement.number} has no service ${code} that is billed by ${what}.`,
    "no_service",
  );
};

// A bill takes what was done within the term, also where the term ended early.
const outside = (agreement: AgreementStored, from: Day, to: Day): boolean =>
  from < agreement.startsOn || to > (agreement.endedOn ?? agreement.endsOn);
const termOf = ({ number, startsOn, endsOn, endedOn }: AgreementStored) =>
  `the term of ${number}, ${formatDate(startsOn)} to ${formatDate(endedOn ?? endsOn)}`;

const requireRequest = async (tx: Tx, bill: BillStored, requestId: string | null) => {
  if (!requestId) return;
  const request = await getRow(tx, servedRequest, requestId, "request");
  if (request.billId !== bill.id)
    throw invalidField("requestId", `${request.number} is not on this bill.`, "not_on_bill");
};

const claimOf = async (tx: Tx, bill: BillStored) => {
  const client = await getRow(tx, servedClient, bill.clientId, "client");
  const [id, number] = [bill.id, bill.number];
  return { kind: "clientBill", id, number, funderId: client.id, funderNumber: client.name };
};

const judged = (cost: Cost | undefined, agreement: AgreementStored): Cost => {
  if (!cost) throw invalidField("costs", "One of these costs does not exist.", "no_cost");
  if (cost.movesId || cost.cents <= 0)
    throw invalidField("costs", "Only a cost that was charged is billed.", "no_charge");
  if (outside(agreement, cost.incurredFrom, cost.incurredTo))
    throw invalidField(
      "costs",
      `${cost.documentNumber} was incurred outside of ${termOf(agreement)}.`,
      "outside_term",
    );
  return cost;
};

type Asked = CostsInput["costs"][number];
// All that is left of a cost where no amount is said; what is taken already is refused with who took it.
const amountOf = ({ cents }: Asked, cost: Cost): number => {
  const left = cost.paid - cost.moved - cost.claimed;
  return cents ?? (left > 0 ? left : cost.cents);
};

/**
 * Takes paid costs onto a draft: each has one funder, so what a grant drew or another bill took is refused with who
 * did. 404, 409 `cost_claimed`, `beyond_ceiling`, 412; 422 `no_service`, `no_cost`, `no_charge`, `outside_term`,
 * `cost_twice`, `not_on_bill`.
 */
export const addCosts = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: CostsInput,
  version: number | null,
): Promise<BillStored> =>
  change(tx, actor, billNoun, {
    ...{ id, version, action: "addCosts" },
    effect: async (bill) => {
      const agreement = await lockRow(tx, servedAgreement, bill.agreementId, "agreement");
      const { code } = requireService(agreement, input.service, "cost");
      await requireRequest(tx, bill, input.requestId);
      const ids = input.costs.map(({ costLineId }) => costLineId);
      const [costs, stands] = await Promise.all([costsOf(tx, { ids }), linesOf(tx, id)]);
      const known = new Set(stands.map(({ costLineId }) => costLineId));
      if (new Set(ids).size !== ids.length || ids.some((each) => known.has(each)))
        throw invalidField("costs", "A cost stands on this bill already.", "cost_twice");
      const lines = input.costs.map((asked): NewLine => {
        const cost = judged(
          costs.find((each) => each.id === asked.costLineId),
          agreement,
        );
        const description = [cost.documentNumber, cost.vendor, cost.description];
        return {
          ...{ orgId: bill.orgId, id: newId(), billId: id, requestId: input.requestId },
          ...{ kind: "cost", service: code, servedOn: cost.incurredTo, costLineId: cost.id },
          description: description.filter(Boolean).join(" ").slice(0, 500),
          cents: amountOf(asked, cost),
        };
      });
      await claimCost(tx, actor, await claimOf(tx, bill), lines.map(wantedOf));
      await insertRows(tx, servedBillLine, lines);
      return { patch: await addedUp(tx, bill, agreement), content: { costs: input.costs } };
    },
  });

const wantedOf = ({ costLineId, cents }: Pick<NewLine, "costLineId" | "cents">): Wanted => ({
  costLineId: costLineId!,
  cents,
  share: "billed",
});

/** Puts a fixed fee on a draft. 404, 409 `beyond_ceiling`, 412; 422 `no_service`, `outside_term`, `not_on_bill`. */
export const addFee = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: FeeInput,
  version: number | null,
): Promise<BillStored> =>
  change(tx, actor, billNoun, {
    ...{ id, version, action: "addFee" },
    effect: async (bill) => {
      const agreement = await lockRow(tx, servedAgreement, bill.agreementId, "agreement");
      const { code, name, rate } = requireService(agreement, input.service, "fee");
      await requireRequest(tx, bill, input.requestId);
      if (outside(agreement, input.servedOn, input.servedOn))
        throw invalidField(
          "servedOn",
          `This day is outside of ${termOf(agreement)}.`,
          "outside_term",
        );
      const line = feeLine(bill, { code, name, rate: rate! }, input);
      await insertRows(tx, servedBillLine, [line]);
      return { patch: await addedUp(tx, bill, agreement), content: { fee: input } };
    },
  });

/** A line of a fixed fee. */
export const feeLine = (
  bill: Pick<BillStored, "orgId" | "id">,
  { code, name, rate }: { code: string; name: string; rate: number },
  of: Pick<FeeInput, "servedOn" | "quantity" | "requestId">,
): NewLine => ({
  ...{ orgId: bill.orgId, id: newId(), billId: bill.id, requestId: of.requestId },
  ...{ kind: "fee", service: code, description: name, servedOn: of.servedOn },
  ...{ quantity: of.quantity, rate, cents: of.quantity * rate },
});

/** Takes lines off a draft: their costs and hours are free again. 404, 409, 412; 422 `no_line`. */
export const takeOut = (
  tx: Tx,
  actor: Actor,
  id: string,
  lineIds: readonly string[],
  version: number | null,
): Promise<BillStored> =>
  change(tx, actor, billNoun, {
    ...{ id, version, action: "takeOut" },
    effect: async (bill) => {
      const agreement = await lockRow(tx, servedAgreement, bill.agreementId, "agreement");
      const lines = await linesOf(tx, id);
      const out = lines.filter((line) => lineIds.includes(line.id));
      if (out.length !== new Set(lineIds).size)
        throw invalidField("lineIds", "One of these lines is not on this bill.", "no_line");
      await tx.rows(sql`
        update served_bill_line
        set live = false
        where org_id = ${bill.orgId} and bill_id = ${id} and id = any(${[...lineIds]}::uuid[])
      `);
      if (out.some(({ kind }) => kind === "cost")) {
        await releaseClaim(tx, actor, id);
        const rest = lines.filter((line) => line.kind === "cost" && !lineIds.includes(line.id));
        await claimCost(tx, actor, await claimOf(tx, bill), rest.map(wantedOf));
      }
      const content = { out: out.map(({ description, cents }) => ({ description, cents })) };
      return { patch: await addedUp(tx, bill, agreement), content };
    },
  });

/** Gives all costs and hours of a bill free. */
export const freeAll = async (tx: Tx, actor: Actor, billId: string): Promise<void> => {
  await releaseClaim(tx, actor, billId);
  await tx.rows(sql`
    update served_bill_line
    set live = false
    where org_id = ${tx.scope.orgId} and bill_id = ${billId} and live
  `);
};
