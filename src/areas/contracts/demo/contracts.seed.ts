import { Readable } from "node:stream";
import { Problem } from "#kernel/errors.ts";
import { splitCents } from "#kernel/money.ts";
import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { carverCountyId, demoPersonId } from "#areas/identity/identity.public.ts";
import {
  createOrder,
  decideFor,
  departmentId,
  issueOrder,
  later,
  openStory,
  orderInput,
  submitOrder,
  type Story,
} from "#areas/procurement/procurement.server.ts";
import { addAuthority } from "#areas/workflow/workflow.server.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { createAmendment, signAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { clearContract } from "../contract/approval.service.ts";
import { contractInput } from "../contract/contract.model.ts";
import { exhibitInput } from "../exhibit/exhibit.model.ts";
import { addExhibit } from "../exhibit/exhibit.service.ts";
import { createContract } from "../contract/contract.service.ts";
import { closeContract, expireContracts, step, stopContract } from "../contract/course.service.ts";
import { signContract } from "../contract/signing.service.ts";
import { rateSheetInput } from "../rates/rate.model.ts";
import { writeRateSheet } from "../rates/rate.service.ts";
import { monthsAfter } from "../contract/term.model.ts";
import { seedBlanket } from "./blanket.seed.ts";
import { seedClauses, seedRequired, seedRounds } from "./negotiation.seed.ts";
import { createMaster } from "../master/master.service.ts";
import { demoLots } from "./lots.data.ts";
import { seedCooperative, storeParticipation } from "./cooperative.seed.ts";
import { bondIt, proveAll, seedDuties } from "./closeout.seed.ts";
import { seedChanges } from "./changes.seed.ts";
import { seedPapers } from "./papers.seed.ts";
import { moreContracts } from "./more-contracts.data.ts";
import { demoContracts, type DemoContract, type Fate } from "./contracts.data.ts";

const dayOf = (date: Date): string => utcDay(date);
const fiscalYearOfDay = (day: string): number =>
  Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) >= 10 ? 1 : 0);
/** The story writes a contract at most so many days ago, while its fiscal year is open. */
const most = 300;
const beforeSigning: readonly Fate[] = [
  "requested",
  "drafting",
  "negotiation",
  "legal_review",
  "approved",
  "out_for_signature",
];

type Dated = { now: Date; startsOn: string; endsOn: string };

const datesOf = (c: DemoContract, now: Date): Dated => {
  const startsOn = dayOf(later(now, c.begun === 0 ? 30 : -c.begun * 30.4));
  return { now, startsOn, endsOn: dayOf(later(new Date(monthsAfter(startsOn, c.months)), -1)) };
};

// The ceiling in equal parts over the fiscal years of the term.
const planOf = (c: DemoContract, { startsOn, endsOn }: Dated) => {
  const first = fiscalYearOfDay(startsOn);
  const years = Array.from({ length: fiscalYearOfDay(endsOn) - first + 1 }, (_, at) => first + at);
  return splitCents(
    c.dollars * 100,
    years.map(() => 1),
  ).map((amount, at) => ({ year: years[at]!, amount }));
};

const vendorOf = (story: Story, { vendor, code }: DemoContract): string => {
  const named = story.vendors.find((each) => each.name === vendor);
  for (const digits of [6, 4, 3, 2]) {
    const found = story.vendors.find((each) =>
      each.commodityCodes.some((known) => known.startsWith(code.slice(0, digits))),
    );
    if (named ?? found) return (named ?? found)!.id;
  }
  return story.pick(story.vendors).id;
};

const termsOf = (story: Story, c: DemoContract, dates: Dated) =>
  contractInput.parse({
    title: c.title,
    vendorId: vendorOf(story, c),
    departmentId: departmentId(c.department),
    ownerId: demoPersonId("buyer@demo.levee.test"),
    kind: c.kind,
    priceType: c.price,
    determination: c.determination ?? "",
    method: c.method,
    basis: c.basis,
    evidence: c.evidence,
    startsOn: dates.startsOn,
    endsOn: dates.endsOn,
    optionCount: c.options?.[0] ?? 0,
    optionMonths: c.options?.[1] ?? 0,
    optionNoticeDays: c.options?.[2] ?? 0,
    ceiling: c.dollars * 100,
    yearPlan: planOf(c, dates),
    federalAward: c.federal ?? "",
    scope: `${c.title} for the county, as asked for in ${c.evidence}.`,
    deliverables:
      c.kind === "professional" || c.kind === "software"
        ? "A plan within 30 days, a draft for review, and the final work with all its files."
        : "",
    retainagePercent: c.retainage ?? "0",
    insuranceRequired: c.insurance ?? false,
  });

const inkOf = (fileId: string, at: string) => ({
  signedOn: dayOf(later(new Date(at), -1)),
  ourSigner: "Chair of the county board",
  vendorSigner: "For the vendor, as on the signed copy",
  fileId,
});

// From the draft to the signatures, as far as its fate goes.
const walk = async (story: Story, c: DemoContract, id: string, at: Date, fileId: string) => {
  const on = (days: number) => later(at, days).toISOString();
  const by = (action: "negotiate" | "review" | "send", days: number) =>
    story.as("buyer", on(days), (tx, actor) => step(tx, actor, action, { id, version: null }));
  if (c.fate === "requested" || c.fate === "drafting") return;
  if (c.fate === "negotiation") return void (await by("negotiate", 1));
  await by("review", 2);
  if (c.fate === "legal_review") return;
  await story.as("counsel", on(3), (tx, actor) => clearContract(tx, actor, { id, version: null }));
  await decideFor(story, id, on(4), "approve");
  if (c.fate === "approved") return;
  await by("send", 5);
  if (c.fate === "out_for_signature") return;
  await story.as("manager", on(6), (tx, actor) =>
    signContract(tx, actor, { id, version: null }, inkOf(fileId, on(6))),
  );
};

const writePrices = (story: Story, { rates }: DemoContract, id: string, at: Date, from: string) =>
  story.as("buyer", later(at, 0.5).toISOString(), (tx, actor) =>
    writeRateSheet(
      tx,
      actor,
      id,
      rateSheetInput.parse({
        effectiveFrom: from,
        rates: rates?.map(([code, description, unit, fromQuantity, dollars]) => ({
          code,
          description,
          unit,
          fromQuantity: String(fromQuantity),
          unitPrice: dollars.toFixed(2),
        })),
      }),
      1,
    ),
  );

// What is part of it as a file: the price sheet where units or hours are paid, drawings of construction.
const enclose = async (story: Story, c: DemoContract, id: string, at: Date, fileId: string) => {
  const files = [
    ...(c.price !== "fixed" && !c.rates ? [["prices", "Price sheet"]] : []),
    ...(c.kind === "construction" ? [["drawings", "Drawings and specifications"]] : []),
  ];
  if (c.fate === "requested") return;
  for (const [what, title] of files)
    await story.as("buyer", later(at, 0.5).toISOString(), (tx, actor) =>
      addExhibit(tx, actor, id, exhibitInput.parse({ what, title, fileId })),
    );
};

// So much of the contract's first item as the dollars buy, or one lot.
const bought = ({ rates = [], title }: DemoContract, dollars: number) => {
  const tier = rates.findLast(
    ([code, , , from, price]) => code === rates[0]![0] && dollars / price >= from,
  );
  if (!tier)
    return { description: title, quantity: "1", unit: "lot", unitPrice: dollars.toFixed(2) };
  const [rateCode, description, unit, , price] = tier;
  return {
    rateCode,
    description,
    unit,
    quantity: String(Math.floor(dollars / price)),
    unitPrice: price.toFixed(2),
  };
};

// Where no policy or no money allows it the story goes on without this order.
const order = async (story: Story, c: DemoContract, id: string, dollars: number, at: Date) => {
  const [first, last] = [later(at, 0).toISOString(), later(at, 1).toISOString()];
  try {
    const made = await story.as("buyer", first, (tx, actor) =>
      createOrder(
        tx,
        actor,
        orderInput.parse({
          title: c.title,
          vendorId: vendorOf(story, c),
          departmentId: departmentId(c.department),
          contractId: id,
          promisedOn: dayOf(later(new Date(), 30)),
          deliverTo: "County yard, 400 Mill Street",
          lines: [
            {
              ...bought(c, dollars),
              commodityCode: null,
              splits: [{ accountStringId: story.accountFor(c.department, c.account, false).id }],
            },
          ],
        }),
      ),
    );
    await story.as("buyer", first, (tx, actor) =>
      submitOrder(tx, actor, { id: made.id, version: null }),
    );
    await decideFor(story, made.id, last, "approve");
    await story.as("buyer", last, (tx, actor) =>
      issueOrder(tx, actor, { id: made.id, version: null }, story.app.config.origin),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
};

const end = async (story: Story, { fate }: DemoContract, id: string, at: string) => {
  const stop = (action: "suspend" | "terminate" | "closeout", reason: string) =>
    story.as("manager", at, (tx, actor) =>
      stopContract(tx, actor, action, { id, version: null, reason }),
    );
  if (fate === "suspended")
    await stop("suspend", "The certificate of insurance ran out; the vendor was told.");
  if (fate === "terminated")
    await stop("terminate", "Twice not performed; notice to cure was given and passed.");
  if (fate === "closeout" || fate === "closed")
    await stop("closeout", "The work is done and accepted.");
  if (fate === "closed") await proveAll(story, id, at);
  if (fate === "closed")
    await story.as("manager", at, (tx, actor) =>
      closeContract(tx, actor, { id, version: null, reason: "Everything came and is paid." }),
    );
};

const tellOne = async (
  story: Story,
  c: DemoContract,
  now: Date,
  { fileId, rightId, masterId }: { fileId: string; rightId: string; masterId?: string },
) => {
  const dates = datesOf(c, now);
  const at = later(now, beforeSigning.includes(c.fate) ? -12 : -Math.min(c.begun * 30.4, most) - 8);
  const author = c.fate === "requested" ? "user" : "buyer";
  const { id } = await story.as(author, at.toISOString(), (tx, actor) =>
    createContract(tx, actor, { ...termsOf(story, c, dates), ...(masterId && { masterId }) }),
  );
  await seedCooperative(story, c, { id, at, endsOn: dates.endsOn, fileId: rightId });
  if (c.rates) await writePrices(story, c, id, at, dates.startsOn);
  await enclose(story, c, id, at, fileId);
  if (c.fate !== "requested" && c.fate !== "drafting")
    await seedRequired(story, id, at.toISOString());
  await walk(story, c, id, at, fileId);
  if (c.kind === "construction" && !beforeSigning.includes(c.fate))
    await bondIt(story, id, later(at, 6), fileId);
  for (const [n, dollars] of (c.orders ?? []).entries())
    await order(story, c, id, dollars, later(now, -20 + 6 * n));
  await end(story, c, id, later(now, -5).toISOString());
  return id;
};

// One number with several vendors.
const tellLots = async (story: Story, now: Date, files: { fileId: string; rightId: string }) => {
  const { title, ceiling, lots } = demoLots;
  const { id: masterId } = await story.as("buyer", later(now, -170).toISOString(), (tx, actor) =>
    createMaster(tx, actor, { title, ceiling }),
  );
  for (const c of lots) await tellOne(story, c, now, { ...files, masterId });
};

type Amending = { title: string; reason: string; kind: "money" | "term" | "option"; cents: number };

// Drafted and approved; who signs it does so in the story, or on this morning.
const amend = async (story: Story, contractId: string, at: Date, a: Amending): Promise<string> => {
  const { id } = await story.as("buyer", at.toISOString(), (tx, actor) =>
    createAmendment(
      tx,
      actor,
      amendmentInput.parse({
        contractId,
        kind: a.kind,
        title: a.title,
        reason: a.reason,
        ceilingChange: a.cents,
        yearPlan: a.cents ? [{ year: fiscalYearOfDay(dayOf(at)), amount: a.cents }] : [],
      }),
    ),
  );
  await story.as("buyer", at.toISOString(), (tx, actor) =>
    submitAmendment(tx, actor, { id, version: null }),
  );
  await decideFor(story, id, later(at, 0.5).toISOString(), "approve");
  return id;
};

// Who may sign for the county, as its board resolved.
const entitle = (story: Story, now: Date) =>
  story.as("admin", later(now, -most).toISOString(), (tx, actor) =>
    addAuthority(tx, actor, {
      personId: demoPersonId("manager@demo.levee.test"),
      kinds: ["contract", "contractAmendment", "changeOrder", "grantApplication", "project"],
      amountLimit: null,
      fromOn: dayOf(later(now, -most)),
      toOn: null,
      basis: "Resolution 2026-14 of the county board",
    }),
  );

/** Carver County's contracts: in force with orders, on their way, over; one amendment to sign. */
export const seedContracts = async (app: App, log: (line: string) => void): Promise<void> => {
  log("contracts of Carver County");
  const story = await openStory(app, 4898);
  const now = new Date();
  const stored = await app.files.put(
    Readable.from(["Signed copy of a demonstration contract. It binds nobody."]),
  );
  // Whoever signs uploads it; everybody else finds it at the contract then.
  const fileId = await story.as("manager", now.toISOString(), (tx, actor) =>
    recordFile(tx, {
      ...stored,
      orgId: carverCountyId,
      name: "signed-contract.txt",
      uploadedBy: actor.personId,
    }),
  );
  const rightId = await storeParticipation(story, now);
  await entitle(story, now);
  await seedClauses(story, later(now, -most).toISOString());
  const ids = new Map<string, string>();
  for (const c of [...demoContracts, ...moreContracts])
    ids.set(c.title, await tellOne(story, c, now, { fileId, rightId }));
  await tellLots(story, now, { fileId, rightId });
  await seedRounds(story, ids.get("Gravel hauling for flood repairs")!, now);
  await app.database.transaction({ orgId: carverCountyId, personId: null }, expireContracts);
  const salt = demoContracts.find((c) => c.title === "Road salt, winter season")!;
  await seedBlanket(story, salt, ids.get(salt.title)!, vendorOf(story, salt), now);
  const signedAt = later(now, -15);
  const growth = await amend(story, ids.get("Lift station 7 rehabilitation")!, signedAt, {
    kind: "money",
    title: "Deeper wet well",
    reason: "The rock lies deeper than the borings said.",
    cents: 96_400_00,
  });
  await seedChanges(story, {
    contractId: ids.get("Lift station 7 rehabilitation")!,
    now,
    yearOf: (day) => fiscalYearOfDay(dayOf(day)),
    ink: (day) => inkOf(fileId, day),
  });
  const at = later(now, -14).toISOString();
  await story.as("manager", at, (tx, actor) =>
    signAmendment(tx, actor, { id: growth, version: null }, inkOf(fileId, at)),
  );
  await seedDuties(story, ids.get("Lift station 7 rehabilitation")!, now, fileId);
  // The price grew: the surety follows, so that the contract's order may go out.
  await bondIt(story, ids.get("Lift station 7 rehabilitation")!, later(now, -58), fileId);
  await amend(story, ids.get("Road materials by the ton")!, later(now, -2), {
    kind: "money",
    title: "Stone for the flooded roads",
    reason: "The flood took more of the shoulders than the yearly program foresees.",
    cents: 25_000_00,
  });
  await seedPapers(story, ids, now);
};
