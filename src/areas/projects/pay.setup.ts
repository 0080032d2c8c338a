// A project under way with an issued order, its people, and applications of its contractor.
import type { Actor } from "#kernel/access.ts";
import { systemActor } from "#kernel/access.ts";
import { instantAt } from "#kernel/time.ts";
import { makeMembers, makePolicy } from "#server/testing/agency.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeExclusionList } from "#server/testing/exclusions.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { payInput, type PayDetail } from "./pay/pay.model.ts";
import { beginApplication, contractorSends } from "./pay/pay.service.ts";
import { projectAgency } from "./projects.setup.ts";

type Line = { quantity: string; unitPrice: string; unit?: string };
type Done = { value: string; claim?: string; stored?: string; retainagePercent?: string };
type Written = { id: string; version: number; status: string };

/** An agency in which contractors apply for payment. */
export const payAgency = async (t: TestDatabase) => {
  const a = await projectAgency(t);
  await makeExclusionList(t.database, a.agency);
  for (const documentType of ["purchaseOrder", "invoice"] as const)
    await makePolicy(t.database, a.people.admin, { documentType });
  const { second: certifier } = a.people;
  const { measurer } = await makeMembers(t.database, a.agency, {
    measurer: { duties: ["inspector"] },
  });
  const contractor = { name: "Dana of Northline", at: instantAt(Date.now()) };
  const system: Actor = systemActor(a.agency.orgId);

  /** An active project with an order of these lines. */
  const building = async (
    code: string,
    lines: readonly Line[],
    { cents = 900_000_00, federal = false } = {},
  ) => {
    const inspectors = [{ personId: a.people.inspector.personId! }];
    const project = await a.begun(code, cents, { inspectors }, { federal });
    const order = await issuedOrder(t.database, a.people, {
      vendorId: a.vendor.id,
      departmentId: a.agency.departmentId,
      lines: lines.map((line) => ({
        ...line,
        splits: [{ accountStringId: project.accountStringId }],
      })),
    });
    return { ...project, order };
  };
  type Building = Awaited<ReturnType<typeof building>>;

  const bodyOf = ({ order }: Building, done: readonly Done[], over: object = {}) =>
    payInput.parse({
      purchaseOrderId: order.id,
      periodFrom: agencyDay(-20),
      periodTo: agencyDay(0),
      contractorNumber: `EST-${Math.random()}`,
      lines: done.map((line, at) => ({ purchaseOrderLineId: order.lines[at]!.id, ...line })),
      ...over,
    });

  /** What the contractor sent: it waits to be measured and certified. */
  const sent = async (
    b: Building,
    done: readonly Done[],
    over: { storedFileIds?: string[]; [field: string]: unknown } = {},
  ) => {
    const { id } = await a.as(system, (tx) =>
      beginApplication(tx, system, b.id, bodyOf(b, done, over), {
        ...contractor,
        files: over.storedFileIds ?? [],
      }),
    );
    await a.as(system, (tx) => contractorSends(tx, system, id));
    return id;
  };
  const read = (id: string, actor: Actor = certifier) =>
    a.asking<PayDetail>(actor, `GET /api/v1/pay-applications/${id}`);
  const step = async (id: string, name: string, actor: Actor, body: object = {}) =>
    a.asking<Written>(
      actor,
      `POST /api/v1/pay-applications/${id}/actions/${name}`,
      body,
      (await read(id)).version,
    );
  /** Confirmed by the inspector and certified by the second project manager. */
  const certified = async (id: string, cuts: readonly object[] = []) => {
    await step(id, "confirm", a.people.inspector);
    await step(id, "certify", certifier, { lines: cuts });
    return read(id);
  };
  return {
    ...a,
    certifier,
    measurer,
    contractor,
    building,
    bodyOf,
    sent,
    step,
    certified,
    readPay: read,
  };
};
