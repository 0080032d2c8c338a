// From the press of Issue to the issued order: an emergency order with its checks and ratification,
// beside an ordinary order under the same contract, whose approver had decided before; one after the
// other and eight at once, in transactions on the product's own database. As JSON lines.
import { newId } from "#kernel/ids.ts";
import { declare } from "#areas/emergency/declaration/declaration.service.ts";
import {
  addApprover,
  addKit,
  readPreparation,
  setAccount,
} from "#areas/emergency/preparation/preparation.service.ts";
import { issueEmergency } from "#areas/emergency/purchase/purchase.service.ts";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { sql } from "#server/db/sql.ts";
import { benchDatabase } from "./parts/database.ts";
import { machine, must, quantile, round, sayer } from "./parts/figures.ts";

const ORDERS = Number(process.env.LEVEE_BENCH_ORDERS || 200);
const CLIENTS = [1, 8];
const say = sayer("emergency");
const db = await benchDatabase("emergency");
say(machine());

const signed = { size: 6, sha256: "0".repeat(64) };
const test = {
  database: db.database,
  app: { files: { put: async () => signed } },
} as unknown as TestDatabase;
const a = await contractAgency(test);
const { officer, chief } = await makeMembers(db.database, a.agency, {
  officer: { role: "admin" },
  chief: { role: "manager" },
});
const contractId = await a.inForce({
  ceiling: 5_000_000_00,
  yearPlan: [{ year: 2027, amount: 5_000_000_00 }],
});
const line = { description: "Truck with driver", unit: "hour", unitPrice: "100.00", quantity: "1" };
const kit = await a.as(officer, (tx) =>
  addKit(tx, officer, { name: "Debris hauling", contractId, lines: [line] }),
);
const account = await a.as(officer, (tx) =>
  setAccount(tx, officer, {
    departmentId: a.agency.departmentId,
    accountStringId: a.accountStringId,
  }),
);
await a.as(officer, (tx) =>
  addApprover(tx, officer, { personId: chief.personId!, telephone: "", fromOn: agencyDay(-1) }),
);
const flood = await a.as(officer, (tx) =>
  declare(tx, officer, {
    title: "Flood",
    authority: "Minn. Stat. 12.29",
    cause: "The river stands above the levee.",
    area: "The county",
  }),
);
const { kits } = await readPreparation(db.database.read(officer), officer);
const kitLineId = kits[0]!.lines[0]!.id;

const emergency = () =>
  a.as(officer, (tx) =>
    issueEmergency(
      tx,
      officer,
      {
        requestId: newId(),
        declarationId: flood.id,
        kitId: kit.id,
        quantities: [{ kitLineId, quantity: "1" }],
        accountId: account.id,
        need: "Debris blocks the road to the pump house.",
        approverId: chief.personId!,
        approvedHow: "telephone",
        approvedAt: new Date().toISOString(),
        deliverTo: "",
      },
      "http://levee.test",
    ),
  );

/** Milliseconds of each press, by so many people at once. */
const timed = async (clients: number, presses: readonly (() => Promise<unknown>)[]) => {
  const left = [...presses];
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let press = left.pop(); press; press = left.pop()) {
        const from = performance.now();
        await press();
        times.push(performance.now() - from);
      }
    }),
  );
  return { p50: round(quantile(times, 0.5)), p95: round(quantile(times, 0.95)) };
};

for (const clients of CLIENTS) {
  const approved: string[] = [];
  for (let n = 0; n < ORDERS; n++) approved.push(await a.ordered(contractId, "100.00"));
  const ordinary = await timed(
    clients,
    approved.map((id) => () => a.issue(id)),
  );
  const urgent = await timed(
    clients,
    Array.from({ length: ORDERS }, () => emergency),
  );
  say({
    figure: "confirm_to_issued_ms",
    clients,
    orders: ORDERS,
    emergency: urgent,
    ordinary_issue: ordinary,
    p95_ratio: round(urgent.p95 / ordinary.p95),
  });
}

const counted = await db.database.read(officer).one<{
  n: number;
  drawn: number;
  asked: number;
}>(sql`
  select
    (select count(*) from emergency_purchase where org_id = ${a.agency.orgId}) as n,
    (select drawn from contract where org_id = ${a.agency.orgId} and id = ${contractId}) as drawn,
    (
      select count(*)
      from approval_request
      where org_id = ${a.agency.orgId} and document_type = 'emergencyPurchase'
    ) as asked
`);
const issued = CLIENTS.length * ORDERS;
must(counted.n === issued && counted.asked === issued, "every order is to be ratified once");
must(counted.drawn === 2 * issued * 100_00, "what the ceiling has drawn");
await db.close();
