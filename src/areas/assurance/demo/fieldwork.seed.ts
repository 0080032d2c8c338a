import { askFor, deliver, settle } from "../request/request.service.ts";
import { testItem } from "../sample/draw.service.ts";
import type { Telling } from "./telling.seed.ts";
import { beginAudit, drawFor, personOf } from "./team.seed.ts";

const ask = (
  { as, day }: Telling,
  auditId: string,
  [owner, item, before, due]: readonly [string, string, number, number],
) =>
  as("auditor", before, (tx, actor) =>
    askFor(tx, actor, auditId, { item, ownerId: personOf(owner), dueOn: day(due) }),
  );

/** An audit in fieldwork: payments are frozen and drawn, half of them tested; of three requests one is late. */
export const tellFieldwork = async (telling: Telling): Promise<void> => {
  const { as, day } = telling;
  const auditId = await beginAudit(telling, [36, 18], {
    ...{ title: "Payments to vendors", kind: "internal", contact: "director" },
    fiscalYear: Number(day(0).slice(0, 4)),
    scope: "Whether what was paid was ordered, received, and paid once.",
    ...{ startsOn: day(20), reportDueOn: day(-40) },
  });
  const { items } = await drawFor(telling, 6, auditId, {
    procedure: {
      ...{ title: "Payments are owed and paid once", clause: "200.303" },
      steps: "Hold each payment against its invoices, receipts and orders.",
    },
    freeze: {
      ...{ list: "/api/v1/payments", amount: "amount" },
      query: `status=released,cleared&paidOn.max=${day(5)}`,
    },
    draw: { method: "units", size: 12, confidence: 95 },
  });
  for (const { id } of items.slice(0, Math.floor(items.length / 2)))
    await as("auditor2", 4, (tx, actor) =>
      testItem(tx, actor, id, { result: "pass", auditedCents: null, said: "" }),
    );
  const first = await ask(telling, auditId, ["ap", "Invoices of the drawn payments", 16, 9]);
  await as("ap", 11, (tx, actor) =>
    deliver(
      tx,
      actor,
      { id: first.id, version: null },
      { answer: "All of them, in one file by payment." },
    ),
  );
  await as("auditor", 10, (tx, actor) => settle(tx, actor, { id: first.id, version: null }));
  await ask(telling, auditId, ["treasurer", "Who may change bank details", 12, 2]);
  await ask(telling, auditId, ["receiver", "Delivery notes of the drawn payments", 5, -8]);
};
