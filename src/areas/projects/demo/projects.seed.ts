import { lumpSum } from "#kernel/lump-sum.ts";
import { addDays, utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { allSearches } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { runList } from "#server/http/list-page.ts";
import { fiscalYearOf, stringsByCode, yearStartOf } from "#areas/budget/budget.server.ts";
import { createInvoice, invoiceInput, submitInvoice } from "#areas/finance/finance.server.ts";
import { carverCountyId, demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  createOrder,
  decideFor,
  departmentId,
  issueOrder,
  later,
  openStory,
  orderInput,
  orderLines,
  postReceipt,
  receiptInput,
  submitOrder,
  type Story,
} from "#areas/procurement/procurement.server.ts";
import { askForSignatures, memberHand, sign } from "#areas/workflow/workflow.server.ts";
import { writeCertificate } from "../completion/completion.service.ts";
import { startProject, submitProject } from "../project/course.service.ts";
import { projectInput } from "../project/project.model.ts";
import { forecastProject, proposeProject } from "../project/project.service.ts";
import { project } from "../projects.tables.ts";
import { beginCodes, tellCodes } from "./codes.seed.ts";
import { tellLogs } from "./log.seed.ts";
import { tellProposal } from "./proposal.seed.ts";
import { tellSchedule } from "./schedule.seed.ts";
import { tellQuestions } from "./question.seed.ts";
import { tellSubmittals } from "./submittal.seed.ts";
import { tellAssemblies } from "./assembly.seed.ts";
import { tellTakeoff } from "./takeoff.seed.ts";
import { tellPapers } from "./papers.seed.ts";
import { tellPunchList, tellPunchWork } from "./punch.seed.ts";
import { tellChange } from "./change.seed.ts";
import { certify, sendApplication, shareOf } from "./pay.seed.ts";
import {
  bridge,
  bridgeApplications,
  bridgeItems,
  liftItems,
  liftStation,
  type Item,
} from "./projects.data.ts";

type Demo = typeof liftStation | typeof bridge;
type Named = {
  id: string;
  title: string;
  vendorId: string;
  vendor: string;
  startsOn: string;
};
/** The moment so many days ago. */
type Ago = (days: number) => string;
type Told = { story: Story; ago: Ago };
const engineer = demoPersonId("engineer@demo.levee.test");
const inspector = demoPersonId("inspector@demo.levee.test");

const contractOf = async (app: App, title: string): Promise<Named> => {
  const { list } = allSearches().find((one) => one.kind === "contract")!;
  const actor = demoActor("buyer");
  const { items } = await runList(app.database.read(actor), actor, list, { q: title, limit: 50 });
  return (items as unknown as Named[]).find((one) => one.title === title)!;
};

// What happened earlier than the fiscal year began had another year's money: the story stays within it.
const within = async (app: App, now: Date, most: number): Promise<Ago> => {
  const db = app.database.read({ orgId: carverCountyId, personId: null });
  const year = await fiscalYearOf(db, utcDay(now));
  const begun = await yearStartOf(db, year.id);
  const since = (now.getTime() - Date.parse(begun)) / 86_400_000 - 1.5;
  const share = Math.min(1, Math.max(0, since) / most);
  return (days) => later(now, -days * share).toISOString();
};

const begin = async ({ story, ago }: Told, p: Demo, contract: Named): Promise<string> => {
  const made = await story.as("engineer", ago(55), (tx, actor) =>
    proposeProject(
      tx,
      actor,
      projectInput.parse({
        name: p.name,
        description: p.description,
        segmentCode: p.code,
        departmentId: departmentId(p.department),
        engineerId: engineer,
        inspectors: [{ personId: inspector }],
        contracts: [{ contractId: contract.id }],
        place: p.place,
        latitude: p.latitude,
        longitude: p.longitude,
        startsOn: contract.startsOn,
        contractDays: p.contractDays,
      }),
    ),
  );
  const at = { id: made.id, version: null };
  await story.as("engineer", ago(54.8), (tx, actor) => submitProject(tx, actor, at));
  await decideFor(story, made.id, ago(54.5), "approve");
  await story.as("engineer", ago(54), (tx, actor) => startProject(tx, actor, at));
  return made.id;
};

type Placing = {
  codes: ReadonlyMap<string, string>;
  title: string;
  department: string;
  contract: Named;
  items: readonly Item[];
};

// Each item is a lump sum: the work comes in and is billed in dollars of it.
const place = async ({ story, ago }: Told, o: Placing) => {
  const { app } = story;
  const codes = await stringsByCode(
    app.database.read(demoActor("buyer")),
    o.items.map(([code]) => code),
  );
  const { id } = await story.as("buyer", ago(53), (tx, actor) =>
    createOrder(
      tx,
      actor,
      orderInput.parse({
        title: o.title,
        vendorId: o.contract.vendorId,
        departmentId: departmentId(o.department),
        contractId: o.contract.id,
        promisedOn: addDays(utcDay(new Date()), 60),
        deliverTo: "On the site",
        lines: o.items.map(([code, description, dollars, costCode]) => ({
          description,
          ...lumpSum,
          quantity: String(dollars),
          commodityCode: null,
          costCodeId: o.codes.get(costCode)!,
          splits: [{ accountStringId: codes.get(code)!.accountStringId }],
        })),
      }),
    ),
  );
  const at = { id, version: null };
  await story.as("buyer", ago(52.8), (tx, actor) => submitOrder(tx, actor, at));
  await decideFor(story, id, ago(52.5), "approve");
  await story.as("buyer", ago(52), (tx, actor) => issueOrder(tx, actor, at, app.config.origin));
  const lines = await orderLines(app.database.read(demoActor("buyer")), id);
  return {
    id,
    lines: lines.map((line, n) => ({
      id: line.id,
      description: o.items[n]![1],
      dollars: o.items[n]![2],
    })),
    accountStringId: codes.get(o.items[0]![0])!.accountStringId,
    vendorId: o.contract.vendorId,
  };
};
type Placed = Awaited<ReturnType<typeof place>>;

const receive = ({ story, ago }: Told, { id, lines }: Placed, percent: number, days: number) =>
  story.as("receiver", ago(days), (tx, actor) =>
    postReceipt(
      tx,
      actor,
      { id, version: null },
      receiptInput.parse({
        lines: lines.map((l) => ({
          purchaseOrderLineId: l.id,
          quantity: shareOf(l.dollars, percent),
        })),
      }),
    ),
  );

type Bill = { percent: number; days: number; number: string };

const bill = async ({ story, ago }: Told, o: Placed, b: Bill) => {
  const { id } = await story.as("ap", ago(b.days), (tx, actor) =>
    createInvoice(
      tx,
      actor,
      invoiceInput.parse({
        vendorId: o.vendorId,
        purchaseOrderId: o.id,
        vendorNumber: b.number,
        invoiceDate: utcDay(new Date(ago(b.days))),
        lines: o.lines.map((line) => ({
          purchaseOrderLineId: line.id,
          description: line.description,
          ...lumpSum,
          quantity: shareOf(line.dollars, b.percent),
        })),
      }),
    ),
  );
  const at = { id, version: null };
  await story.as("ap", ago(b.days - 0.5), (tx, actor) => submitInvoice(tx, actor, at));
  await decideFor(story, id, ago(b.days - 1), "approve");
};

const versionOf = async (tx: Tx, id: string): Promise<number> =>
  (await getRow(tx, project, id, "project")).version;

const complete = async ({ story, ago }: Told, id: string) => {
  const at = ago(38);
  const completedOn = addDays(utcDay(new Date(at)), -1);
  await story.as("engineer", at, async (tx, actor) =>
    writeCertificate(tx, actor, id, { completedOn }, await versionOf(tx, id)),
  );
  const manager = demoPersonId("manager@demo.levee.test");
  const asked = await askForSignatures(
    story.app,
    demoActor("engineer", ago(37.8)),
    {
      sourceType: "project",
      sourceId: id,
      signers: [{ side: "ours", personId: manager }],
      ordered: false,
      expiresOn: addDays(completedOn, 30),
    },
    null,
  );
  await story.as("manager", ago(37.5), (tx, actor) =>
    sign({ app: story.app, tx, actor }, asked.id, memberHand(actor, "192.0.2.10"), {
      sha256: asked.sha256,
      mark: { kind: "typed", text: actor.name ?? "Manager" },
      form: true,
      intent: true,
    }),
  );
};

const forecast = ({ story, ago }: Told, id: string, p: Demo) =>
  story.as("engineer", ago(7), async (tx, actor) => {
    const told = { cents: p.forecast, reason: p.reason };
    await forecastProject(tx, actor, id, told, await versionOf(tx, id));
  });

// The applications of the design one after the other, the last one certified for less.
const tellApplications = async (
  told: Told,
  { crossing, design, by }: { crossing: string; design: Placed; by: string },
  applications: typeof bridgeApplications,
): Promise<void> => {
  const [line] = design.lines;
  for (const { cut, ...a } of applications) {
    const id = await sendApplication(told, { ...a, projectId: crossing, order: design, by });
    const less = cut && {
      lineId: line!.id,
      quantity: shareOf(line!.dollars, cut.percent),
      reason: cut.reason,
    };
    await certify(told, { id, days: a.days - 1, ...(less && { less }) });
  }
};

// The bridge: its design under way, four applications, a change that a question opened, the logs.
const tellBridge = async (
  app: App,
  told: Told,
  codes: ReadonlyMap<string, string>,
): Promise<string> => {
  const designed = await contractOf(app, bridge.contract);
  const crossing = await begin(told, bridge, designed);
  const design = await place(told, {
    codes,
    title: bridge.contract,
    department: bridge.department,
    contract: designed,
    items: bridgeItems,
  });
  const of = { projectId: crossing, contractId: designed.id, contractor: designed.vendor };
  const rfiId = await tellQuestions(told, of);
  const applied = { crossing, design, by: `Tom Halvorsen, ${designed.vendor}` };
  await tellApplications(told, applied, bridgeApplications.slice(0, 2));
  await tellChange(
    told,
    {
      contractId: designed.id,
      rfiId,
      orderId: design.id,
      accountStringId: design.accountStringId,
      costCodeId: codes.get(bridgeItems[0]![3])!,
    },
    28,
  );
  await tellApplications(told, applied, bridgeApplications.slice(2));
  await tellLogs(told, {
    projectId: crossing,
    lineId: design.lines[0]!.id,
    employer: designed.vendor,
  });
  await tellSubmittals(told, of);
  await tellSchedule({ ...told, codes }, crossing);
  await tellProposal(told, of);
  return crossing;
};

// The lift station: complete, nine items on its punch list, its last application on the table.
const tellStation = async (
  app: App,
  told: Told,
  codes: ReadonlyMap<string, string>,
): Promise<string> => {
  const built = await contractOf(app, liftStation.contract);
  const station = await begin(told, liftStation, built);
  const work = await place(told, {
    codes,
    title: liftStation.name,
    department: liftStation.department,
    contract: built,
    items: liftItems,
  });
  await receive(told, work, 45, 50);
  await bill(told, work, { percent: 45, days: 48, number: "LS7-01" });
  await receive(told, work, 55, 40);
  await bill(told, work, { percent: 40, days: 39, number: "LS7-02" });
  const left = await tellPunchList(told, station, built.id);
  await complete(told, station);
  await tellPunchWork(told, left, `Ruth Olson, ${built.vendor}`);
  await tellPapers(told, station, `Ruth Olson, ${built.vendor}`);
  await forecast(told, station, liftStation);
  await sendApplication(told, {
    projectId: station,
    order: work,
    number: "LS7-03",
    by: `Ruth Olson, ${built.vendor}`,
    percent: 12,
    days: 3,
    over: 34,
  });
  return station;
};

/**
 * Carver County's two projects: the lift station, whose work is complete and whose retainage is not
 * released; the bridge, in design. What the capital plan adopted was proposed with it.
 */
export const seedProjects = async (app: App, log: (line: string) => void): Promise<void> => {
  log("projects of Carver County");
  const story = await openStory(app, 118);
  const now = new Date();
  const told = { story, ago: await within(app, now, 56) };
  const codes = await beginCodes(told);
  const station = await tellStation(app, told, codes);
  const crossing = await tellBridge(app, told, codes);
  await tellCodes(told, codes, { station, crossing });
  await tellAssemblies(told);
  await tellTakeoff(told, crossing, codes);
  await forecast(told, crossing, bridge);
};
