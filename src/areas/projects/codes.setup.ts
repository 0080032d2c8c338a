// A project's lines with cost codes: asked for, ordered, billed; and what its pages say of them.
import { Problem } from "#kernel/errors.ts";
import { createInvoice, invoiceInput, submitInvoice } from "#areas/finance/finance.server.ts";
import {
  createRequisition,
  requisitionInput,
  submitRequisition,
} from "#areas/procurement/procurement.server.ts";
import { makePolicy } from "#server/testing/agency.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument, issuedOrder } from "#server/testing/purchase.ts";
import { sql } from "#server/db/sql.ts";
import type { ProjectCodes } from "./code/code.model.ts";
import { codeRules } from "./code/code.checks.ts";
import type { ProjectMoney } from "./money/money.model.ts";
import { projectAgency } from "./projects.setup.ts";

/** What was refused: its code, its text, and what is said at each field. */
export const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [`${error.code}: ${error.message}`, ...error.errors.map((e) => e.message)].join(" ");
  }
  return "nothing was refused";
};

export type Line = { quantity?: string; unitPrice: string; code?: string; splits: object[] };
/** The row of a code; of what bears none by "none". */
export const rowOf = (found: ProjectCodes, code: string) =>
  found.rows.find((row) => (row.code || "none") === code);
/** An agency with the codes that it begins with, and what is done with them. */
export const codesAgency = async (t: TestDatabase) => {
  const a = await projectAgency(t);
  for (const documentType of ["purchaseOrder", "requisition", "invoice"] as const)
    await makePolicy(t.database, a.people.admin, { documentType });
  await a.as(a.people.admin, (tx) =>
    tx.rows(sql`select levee_begin_cost_codes(${a.agency.orgId}::uuid)::text as begun`),
  );
  const { items } = await a.asking<{ items: { id: string; code: string }[] }>(
    a.people.clerk,
    "GET /api/v1/cost-codes?limit=100",
  );
  const codes = Object.fromEntries(items.map(({ id, code }) => [code, id]));
  const order = (lines: readonly Line[]) =>
    issuedOrder(
      t.database,
      a.people as never,
      {
        vendorId: a.vendor.id,
        departmentId: a.agency.departmentId,
        lines: lines.map(({ code, quantity = "10", ...line }) => ({
          ...line,
          quantity,
          ...(code ? { costCodeId: codes[code] } : {}),
        })),
      } as never,
    );
  const asked = async (line: Line) => {
    const { engineer } = a.people;
    const input = requisitionInput.parse({
      title: "Signs",
      departmentId: a.agency.departmentId,
      justification: "The bridge needs signs.",
      neededOn: agencyDay(30),
      lines: [
        {
          description: "Signs",
          quantity: line.quantity ?? "4",
          unitPrice: line.unitPrice,
          splits: line.splits,
          ...(line.code ? { costCodeId: codes[line.code] } : {}),
        },
      ],
    });
    const made = await a.as(engineer, (tx) => createRequisition(tx, engineer, input));
    await a.as(engineer, (tx) => submitRequisition(tx, engineer, made));
    return made.id;
  };
  const bill = async (
    placed: { id: string; lines: { id: string }[] },
    lines: readonly { at: number; quantity: string; unitPrice: string }[],
    over: object = {},
  ) => {
    const { ap, manager } = a.people;
    const input = invoiceInput.parse({
      vendorId: a.vendor.id,
      purchaseOrderId: placed.id,
      vendorNumber: `B-${Math.random()}`,
      invoiceDate: agencyDay(),
      lines: lines.map(({ at, ...line }) => ({
        purchaseOrderLineId: placed.lines[at]!.id,
        description: "Work",
        ...line,
      })),
      ...over,
    });
    const row = await a.as(ap, (tx) => createInvoice(tx, ap, input));
    await a.as(ap, (tx) => submitInvoice(tx, ap, { id: row.id, version: null }));
    await approveDocument(t.database, manager, row.id);
    return row;
  };

  const codesOf = (id: string) =>
    a.asking<ProjectCodes>(a.people.engineer, `GET /api/v1/projects/${id}/codes`);
  const money = (id: string, search = "") =>
    a.asking<ProjectMoney>(a.people.manager, `GET /api/v1/projects/${id}/money${search}`);
  const give = async (id: string, given: Record<string, number>, actor = a.people.engineer) =>
    a.step(
      id,
      "distribute",
      { codes: Object.entries(given).map(([code, cents]) => ({ costCodeId: codes[code], cents })) },
      actor,
    );
  const broken = () =>
    codeRules[0]!.check({ db: t.database.read(a.people.admin) } as never) as Promise<object[]>;
  return { ...a, codes, order, asked, bill, codesOf, money, give, broken };
};
