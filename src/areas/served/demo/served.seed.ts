// Three townships: one with a late bill that is paid in part, one whose work is being billed, one that asks by its link.
import type { Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import {
  approveHours,
  approveWork,
  enterHours,
  hourInput,
  laborClassesOf,
  requestWork,
  startWork,
  workOrderInput,
} from "#areas/assets/assets.server.ts";
import { awardSegmentsOf } from "#areas/budget/budget.server.ts";
import { costsOf } from "#areas/finance/finance.server.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf, readNoticeTitled } from "#areas/organization/organization.server.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { agreementInput } from "../agreement/agreement.model.ts";
import { draftAgreement, signAgreement, submitAgreement } from "../agreement/agreement.service.ts";
import { approveBill, draftBill, sendBill } from "../bill/bill.service.ts";
import { addCosts, addFee } from "../bill/lines.service.ts";
import { clientInput } from "../client/client.model.ts";
import { addClient } from "../client/client.service.ts";
import { receive } from "../receipt/receipt.service.ts";
import {
  acceptRequest,
  finishRequest,
  stepOfRequest,
  takeRequest,
} from "../request/request.service.ts";
import { demoServices, demoTerms, demoTownships, type TownshipKey } from "./served.data.ts";

const dayMs = 86_400_000;
type Story = {
  as: <T>(name: string, day: number, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
  on: (days: number) => Day;
  app: App;
};
type Served = { clientId: string; agreementId: string };

const told = (app: App): Story => {
  const ago = (name: string, day: number): Actor =>
    demoActor(name, new Date(databaseMs() + day * dayMs).toISOString());
  const today = businessDate(ago("biller", 0));
  return {
    app,
    on: (days) => addDays(today, days),
    as: (name, day, work) => {
      const actor = ago(name, day);
      return app.database.transaction(actor, (tx) => work(tx, actor));
    },
  };
};

const approved = async ({ app, as }: Story, agreementId: string, number: string, day: number) => {
  const approval = (await newestApproval(app.database.read(demoActor("controller")), agreementId))!;
  await as("controller", day, (tx, actor) =>
    decide(
      tx,
      actor,
      approval.id,
      "approve",
      "Rates and ceiling are the county's usual ones.",
      null,
    ),
  );
  // What they were told of it is old news by the first morning.
  for (const name of ["controller", "manager"])
    await readNoticeTitled(app, demoActor(name), `Approval needed: ${number}`);
};

const agree = async (
  story: Story,
  { client, agreement }: (typeof demoTownships)[number],
): Promise<Served> => {
  const { as, on } = story;
  const first = agreement.from;
  const made = await as("biller", first - 30, async (tx, actor) => {
    const { id: clientId } = await addClient(tx, actor, clientInput.parse(client));
    const input = agreementInput.parse({
      ...{ clientId, title: agreement.title, services: demoServices, terms: demoTerms },
      ...{ startsOn: on(first), endsOn: on(agreement.until), ceiling: 85_000_00 },
      ...{ overheadOn: "hours", overheadBp: 1250, payDays: 30, ownerId: actor.personId },
    });
    const row = await draftAgreement(tx, actor, input);
    await submitAgreement(tx, actor, { id: row.id, version: null });
    return { clientId, agreementId: row.id, number: row.number };
  });
  await approved(story, made.agreementId, made.number, first - 20);
  const sign = (side: "agency" | "client", signer: string, day: number) =>
    as("controller", day, (tx, actor) =>
      signAgreement(tx, actor, made.agreementId, { side, signer, signedOn: on(day) }),
    );
  await sign("agency", "Chair of the county board", first - 12);
  await sign("client", `${client.contacts[0].name}, for the town board`, first - 8);
  return made;
};

type Asked = {
  title: string;
  text: string;
  service: string;
  day: number;
  workOrderId?: string;
  pieces?: number;
};

/** A request that came in on a day, accepted, and worked on until a step. */
const asked = async (
  { as }: Story,
  { clientId, agreementId }: Served,
  { title, text, service, day, workOrderId, pieces }: Asked,
  until: "requested" | "at_work" | "to_bill",
): Promise<string> => {
  const { id } = await as("biller", day, (tx, actor) =>
    takeRequest(tx, actor, {
      ...{ clientId, title, text, workOrderId: workOrderId ?? null },
      ...{ askedBy: "The town clerk", wantedOn: null },
    }),
  );
  if (until === "requested") return id;
  await as("biller", day + 1, async (tx, actor) => {
    await acceptRequest(tx, actor, { id, version: null }, { agreementId, service });
    await stepOfRequest(tx, actor, "begin", { id });
  });
  if (until === "to_bill")
    await as("biller", Math.min(0, day + 12), (tx, actor) =>
      finishRequest(tx, actor, { id, version: null }, { doneOn: null, quantity: pieces ?? 1 }),
    );
  return id;
};

// Two days of a crew of two, entered by who led it and approved by the manager.
const crewHours = async ({ as, app, on }: Story): Promise<string> => {
  const classes = await laborClassesOf(app.database.read(demoActor("works")));
  const { id } = await as("works", -16, (tx, actor) =>
    requestWork(
      tx,
      actor,
      workOrderInput.parse({
        title: "Grade 82nd Street, Dahlgren Township",
        estimateMinutes: 1920,
      }),
    ),
  );
  await as("manager", -16, (tx, actor) => approveWork(tx, actor, { id, version: null }));
  await as("works", -15, (tx, actor) => startWork(tx, actor, "start", { id, version: null }));
  for (const day of [-15, -14])
    for (const name of ["works", "technician"]) {
      const row = await as("manager", day + 1, (tx, actor) =>
        enterHours(
          tx,
          actor,
          hourInput.parse({
            ...{ personId: demoActor(name).personId, laborClassId: classes[0]?.id ?? null },
            ...{ fromAt: `${on(day)}T13:00:00Z`, toAt: `${on(day)}T21:00:00Z`, breakMinutes: 30 },
            ...{ activity: "Graded and shaped the shoulders", workOrderId: id },
          }),
        ),
      );
      await as("admin", day + 1, (tx, actor) => approveHours(tx, actor, row.id, row.version));
    }
  return id;
};

// The smallest paid bill of the last weeks that no award stands behind and nobody took.
const ownCost = async ({ app, on }: Story): Promise<string | null> => {
  const db = app.database.read(demoActor("biller"));
  const costs = (await costsOf(db, { from: on(-140), to: on(-1) })).filter(
    (c) =>
      c.source === "invoice" &&
      !c.movesId &&
      !c.emergency &&
      c.claimed === 0 &&
      c.paid > 0 &&
      c.incurredFrom >= on(-140),
  );
  const awards = await awardSegmentsOf(db, [...new Set(costs.map((c) => c.accountStringId))]);
  const own = costs.filter((c) => !awards.has(c.accountStringId));
  return own.toSorted((a, b) => a.paid - b.paid)[0]?.id ?? null;
};

const late = async ({ as, on }: Story, served: Served): Promise<void> => {
  const { agreementId } = served;
  const bill = await as("biller", -78, async (tx, actor) => {
    const row = await draftBill(tx, actor, { agreementId, requestIds: [], note: "" });
    const fee = { service: "SIGN", servedOn: on(-85), quantity: 42, requestId: null };
    return addFee(tx, actor, row.id, fee, row.version);
  });
  const at = { id: bill.id, version: null };
  await as("controller", -77, (tx, actor) => approveBill(tx, actor, at));
  await as("biller", -76, (tx, actor) => sendBill(tx, actor, at));
  await as("biller", -40, (tx, actor) =>
    receive(tx, actor, bill.id, {
      ...{ journalLineId: null, receivedOn: on(-41), cents: 1_000_00, reference: "Check 20418" },
    }),
  );
};

const paid = async ({ as, on }: Story, { agreementId }: Served): Promise<void> => {
  const bill = await as("biller", -60, async (tx, actor) => {
    const row = await draftBill(tx, actor, { agreementId, requestIds: [], note: "" });
    const fee = { service: "SIGN", servedOn: on(-64), quantity: 18, requestId: null };
    return addFee(tx, actor, row.id, fee, row.version);
  });
  const at = { id: bill.id, version: null };
  await as("controller", -59, (tx, actor) => approveBill(tx, actor, at));
  await as("biller", -58, (tx, actor) => sendBill(tx, actor, at));
  await as("biller", -30, (tx, actor) =>
    receive(tx, actor, bill.id, {
      ...{ journalLineId: null, receivedOn: on(-31), cents: 873_00, reference: "ACH 77120" },
    }),
  );
};

const billed = async (story: Story, served: Served): Promise<void> => {
  const { as } = story;
  const workOrderId = await crewHours(story);
  const requestId = await asked(
    story,
    served,
    {
      title: "Grade 82nd Street",
      text: "From the church to the town line, before the frost.",
      ...{ service: "CREW", day: -18, workOrderId },
    },
    "to_bill",
  );
  const costLineId = await ownCost(story);
  await as("biller", -3, async (tx, actor) => {
    const input = { agreementId: served.agreementId, requestIds: [requestId], note: "" };
    const row = await draftBill(tx, actor, input);
    if (!costLineId) return;
    const costs = [{ costLineId, cents: null }];
    await addCosts(tx, actor, row.id, { service: "MAT", requestId, costs }, row.version);
  });
};

/** Tells the townships that Carver County serves. */
export const seedServed = async (app: App, log: (line: string) => void): Promise<void> => {
  const story = told(app);
  const served = new Map<TownshipKey, Served>();
  for (const town of demoTownships) served.set(town.key, await agree(story, town));
  await late(story, served.get("laketown")!);
  await paid(story, served.get("benton")!);
  await billed(story, served.get("dahlgren")!);
  const ditch = { title: "Clear the ditch at Tacoma Avenue", text: "Water stands on the road." };
  await asked(story, served.get("laketown")!, { ...ditch, service: "CREW", day: -9 }, "at_work");
  const signs = { title: "Inspect the signs of twelve miles", text: "As every autumn." };
  await asked(
    story,
    served.get("benton")!,
    { ...signs, service: "SIGN", day: -20, pieces: 12 },
    "to_bill",
  );
  const culvert = { title: "Replace a culvert on 154th Street", text: "It is crushed." };
  await asked(story, served.get("benton")!, { ...culvert, service: "", day: -2 }, "requested");
  await readNoticesOf(app, demoActor("biller").orgId!, ["served"]);
  log(`agencies served: ${demoTownships.length}, one with a late bill`);
};
