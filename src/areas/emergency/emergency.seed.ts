import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { type Day, utcDay } from "#kernel/time.ts";
import { carverCountyId, demoPersonId } from "#areas/identity/identity.public.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import {
  decideFor,
  departmentId,
  later,
  openStory,
  orderLines,
  postReceipt,
  receiptInput,
  type Story,
} from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { emergencyPurchase } from "./emergency.tables.ts";
import { declare, continueDeclaration, endDeclaration } from "./declaration/declaration.service.ts";
import { addApprover, addKit, kitsOf, setAccount } from "./preparation/preparation.service.ts";
import { approverInput, kitInput } from "./preparation/preparation.model.ts";
import { purchaseInput } from "./purchase/purchase.model.ts";
import { issueEmergency } from "./purchase/purchase.service.ts";
import { completeFile } from "./purchase/ratification.service.ts";

const dayOf = (date: Date): Day => utcDay(date);

type KitLine = readonly [description: string, unit: string, price: string, quantity: string];
const hauling: readonly KitLine[] = [
  ["Tandem truck with driver", "hour", "142.00", "16"],
  ["Excavator with operator", "hour", "186.00", "8"],
  ["Tipping at the staging area", "load", "95.00", "6"],
];
const lights: readonly KitLine[] = [
  ["Light tower, four heads", "day", "115.00", "4"],
  ["Generator, 60 kW, with fuel", "day", "410.00", "2"],
];

// Minnesota lets a declaration hold three days; the county ratifies within 72 hours.
const addStateRule = (story: Story, at: string) =>
  story.as("admin", at, (tx, actor) =>
    addRule(tx, actor, {
      key: "localDeclaration",
      jurisdiction: "state",
      citation: "Minn. Stat. 12.29, subd. 1",
      text: "A local emergency is declared by the mayor or the chair of the county board. It does not hold longer than three days except by or with the consent of the governing body.",
      effectiveFrom: "2000-01-01",
      effectiveTo: null,
      parameters: { days: 3 },
      source: "Minnesota Statutes 2024, section 12.29",
      verified: false,
    }),
  );

const contractsByTitle = async (app: App): Promise<ReadonlyMap<string, string>> => {
  const scope = { orgId: carverCountyId, personId: null };
  const contracts = await app.database.read(scope).rows<{ id: string; title: string }>(sql`
    select id, title
    from contract
    where org_id = ${carverCountyId}
  `);
  return new Map(contracts.map((each) => [each.title, each.id]));
};

const prepare = async (story: Story, contracts: ReadonlyMap<string, string>, now: Date) => {
  const at = later(now, -30).toISOString();
  await addStateRule(story, at);
  const kit = (name: string, contract: string, lines: readonly KitLine[]) =>
    story.as("manager", at, (tx, actor) =>
      addKit(
        tx,
        actor,
        kitInput.parse({
          name,
          contractId: contracts.get(contract)!,
          lines: lines.map(([description, unit, unitPrice, quantity]) => ({
            description,
            unit,
            unitPrice,
            quantity,
          })),
        }),
      ),
    );
  const haul = await kit("Debris hauling crew", "Debris hauling, pre-positioned", hauling);
  const light = await kit("Light towers and generators", "Emergency generators, rental", lights);
  const account = (department: string) =>
    story.as("manager", at, (tx, actor) =>
      setAccount(tx, actor, {
        departmentId: departmentId(department),
        accountStringId: story.accountFor(department, "5420", true).id,
      }),
    );
  const roads = await account("RDB");
  const utilities = await account("UTL");
  const system = systemActor(carverCountyId);
  const enter = (name: string, telephone: string, amountLimit: number) =>
    story.app.database.transaction({ ...system, businessNow: at }, (tx) =>
      addApprover(
        tx,
        system,
        approverInput.parse({
          personId: demoPersonId(`${name}@demo.levee.test`),
          telephone,
          amountLimit,
          fromOn: dayOf(later(now, -30)),
        }),
      ),
    );
  await enter("admin", "952 555 0134", 100_000_00);
  await enter("manager", "952 555 0178", 50_000_00);
  return { haul, light, roads, utilities };
};

type Ordered = {
  declarationId: string;
  kitId: string;
  accountId: string;
  need: string;
  days: number;
};

// Ordered by the manager on the administrator's word, ratified the next morning, received.
const order = async (story: Story, now: Date, o: Ordered): Promise<string> => {
  const at = later(now, o.days).toISOString();
  const [kit] = await kitsOf(
    story.app.database.read({ orgId: carverCountyId, personId: null }),
    o.kitId,
  );
  const { days: _d, ...asked } = o;
  const made = await story.as("manager", at, (tx, actor) =>
    issueEmergency(
      tx,
      actor,
      purchaseInput.parse({
        ...asked,
        requestId: newId(),
        quantities: kit!.lines.map((line) => ({ kitLineId: line.id, quantity: line.quantity })),
        approverId: demoPersonId("admin@demo.levee.test"),
        approvedHow: "telephone",
        approvedAt: at,
        deliverTo: "Flood staging area, County Road 14",
      }),
      story.app.config.origin,
    ),
  );
  await decideFor(story, made.id, later(now, o.days + 0.6).toISOString(), "approve");
  const receivedAt = later(now, o.days + 2).toISOString();
  await story.as("receiver", receivedAt, async (tx, actor) => {
    const lines = await orderLines(tx, made.orderId);
    await postReceipt(
      tx,
      actor,
      { id: made.orderId, version: null },
      receiptInput.parse({
        note: "Hours by the drivers' tickets",
        lines: lines.map((line) => ({ purchaseOrderLineId: line.id, quantity: line.quantity })),
      }),
    );
  });
  return made.id;
};

// Declared by the chair, continued by the board two days later.
const declareFlood = async (story: Story, now: Date): Promise<string> => {
  const at = (days: number) => later(now, days).toISOString();
  const flood = await story.as("admin", at(-12), (tx, actor) =>
    declare(tx, actor, {
      title: "Flood of the Minnesota River",
      authority: "Minn. Stat. 12.29; order of the chair of the county board",
      cause:
        "The river crested 4.2 feet above flood stage. County roads 14 and 40 are under water, lift station 7 stands dry only by pumping.",
      area: "The townships along the river, from East Union to Chaska",
    }),
  );
  await story.as("admin", at(-10), (tx, actor) =>
    continueDeclaration(
      tx,
      actor,
      { id: flood.id, version: null },
      {
        body: "Carver County Board of Commissioners",
        number: "2026-87",
        decidedOn: dayOf(later(now, -11)),
        until: dayOf(later(now, 5)),
      },
    ),
  );
  return flood.id;
};

/** What Carver County has prepared, and its declaration of the flood: ended, one file not complete. */
export const seedEmergency = async (app: App): Promise<void> => {
  const now = new Date();
  const story = await openStory(app, 911);
  const contracts = await contractsByTitle(app);
  const { haul, light, roads, utilities } = await prepare(story, contracts, now);
  const at = (days: number) => later(now, days).toISOString();
  const flood = await declareFlood(story, now);
  const complete = await order(story, now, {
    declarationId: flood,
    kitId: haul.id,
    accountId: roads.id,
    need: "Debris closes County Road 14, the only way to the pump house of lift station 7.",
    days: -11.5,
  });
  await order(story, now, {
    declarationId: flood,
    kitId: light.id,
    accountId: utilities.id,
    need: "The crews at lift station 7 work through the night, and its power is gone.",
    days: -11,
  });
  await story.as("manager", at(-5), async (tx, actor) =>
    completeFile(
      tx,
      actor,
      complete,
      {
        priceBasis: "The prices of the contract's bid of this spring, ITB before the season.",
        endsOn: dayOf(later(now, -8)),
        recompeteNote: "Nothing of it is needed any more.",
      },
      (await getRow(tx, emergencyPurchase, complete, "emergency order")).version,
    ),
  );
  await story.as("admin", at(-3), (tx, actor) =>
    endDeclaration(tx, actor, {
      id: flood,
      version: null,
      reason: "The river is below flood stage and the county roads are open.",
    }),
  );
};
