import { readNoticesOf } from "#areas/organization/organization.server.ts";
import { Readable } from "node:stream";
import { type Actor, systemActor } from "#kernel/access.ts";
import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import { openShare, sealEnvelope } from "#kernel/sealing/envelope.ts";
import type { HpkeKeys } from "#kernel/sealing/hpke.ts";
import { newOfficerKey, unlockOfficerKey } from "#kernel/sealing/officer-key.ts";
import { dateIn } from "#kernel/dates.ts";
import { permissionsOf } from "#roles.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import {
  carverCountyId,
  demoPersonId,
  demoVendors,
  carverTimeZone,
} from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { planSealing } from "../bid/plan-sealing.service.ts";
import { storeCiphertext } from "../bid/ciphertext.service.ts";
import { submitBid } from "../bid/submit.service.ts";
import { departmentId, type Story, later } from "#areas/procurement/procurement.server.ts";
import {
  solicitationInput,
  type SolicitationInput,
} from "../solicitation/solicitation.fields.model.ts";
import {
  approveSolicitation,
  closeSolicitation,
  createSolicitation,
  publishSolicitation,
  submitSolicitation,
} from "../solicitation/solicitation.service.ts";
import { registerKey } from "./officer-key.service.ts";
import { nameOfficers, rehearsalShares, rehearse } from "./officer.service.ts";
import { openStage } from "./open-stage.service.ts";
import { giveShares, joinOpening, sharesToOpen } from "./opening.service.ts";
import type { Db } from "#server/db/db.ts";

/** A record whatever its version. */
const asIs = (id: string) => ({ id, version: null });

const officers = ["buyer", "auditor"] as const;
const at = (now: Date, days: number) => later(now, days).toISOString();
const bidders = demoVendors.map((v) => ({ ...v, personId: demoPersonId(v.email) }));

const vendorActor = (vendor: (typeof bidders)[number], businessNow: string): Actor => ({
  kind: "vendor",
  personId: vendor.personId,
  name: vendor.name,
  email: vendor.email,
  orgId: null,
  role: "user",
  duties: [],
  permissions: permissionsOf("user", [], "vendor"),
  departmentIds: [],
  vendorIds: [vendor.id],
  sessionId: null,
  businessNow,
});

export type DemoOfficers = ReadonlyMap<string, { id: string; keys: HpkeKeys }>;

/**
 * Keys of the two officers, under the demo accounts' password; the same people open with them in
 * the browser.
 */
const makeKeys = async (app: App): Promise<DemoOfficers> => {
  const made = new Map<string, { id: string; keys: HpkeKeys }>();
  for (const name of officers) {
    const actor = demoActor(name);
    const key = await newOfficerKey(app.config.LEVEE_DEMO_PASSWORD);
    const { id } = await app.database.transaction(actor, (tx) => registerKey(tx, actor, key));
    made.set(name, { id, keys: await unlockOfficerKey(key, app.config.LEVEE_DEMO_PASSWORD) });
  }
  return made;
};

/** Names the two officers for a solicitation, and both rehearse. */
export const rehearseAll = async (
  app: App,
  when: string,
  solicitationId: string,
  keys: DemoOfficers,
): Promise<void> => {
  const buyer = demoActor("buyer", when);
  await app.database.transaction(buyer, (tx) =>
    nameOfficers(
      tx,
      buyer,
      solicitationId,
      [...keys.values()].map((key) => key.id),
    ),
  );
  for (const [name, key] of keys) {
    const actor = demoActor(name, when);
    const {
      items: [sealed],
    } = await rehearsalShares(app.database.read(actor), solicitationId, key.id);
    const share = await openShare(sealed!.binding, sealed!, key.keys);
    await app.database.transaction(actor, (tx) =>
      rehearse(tx, actor, solicitationId, key.id, base64(share.bytes)),
    );
  }
};

/** Both officers come and give their shares, and the envelopes of the sitting are opened. */
export const openByOfficers = async (
  app: App,
  when: string,
  solicitationId: string,
  keys: DemoOfficers,
): Promise<void> => {
  for (const [name, key] of keys) {
    const actor = demoActor(name, when);
    await joinOpening(app.database, actor, solicitationId);
    const { items } = await sharesToOpen(app.database, actor, solicitationId, key.id);
    await giveShares(
      app.database,
      actor,
      solicitationId,
      key.id,
      await Promise.all(
        items.map(async (item) => ({
          envelopeId: item.envelopeId,
          x: item.x,
          bytes: base64((await openShare(item.binding, item, key.keys)).bytes),
        })),
      ),
    );
  }
  await openStage(app, { ...systemActor(carverCountyId), businessNow: when }, solicitationId);
};

export type DemoBid = {
  prices: readonly string[];
  statement: string;
  answers?: readonly string[];
  discounts?: readonly { lots: readonly number[]; fromCents: number; percent: string }[];
};

const partsOf = (solicitationId: string, db: Db) =>
  Promise.all([
    db.rows<{ id: string }>(sql`
      select id
      from solicitation_item
      where org_id = ${carverCountyId} and solicitation_id = ${solicitationId}
      order by item_no
    `),
    db.rows<{ id: string }>(sql`
      select id
      from solicitation_requirement
      where org_id = ${carverCountyId} and solicitation_id = ${solicitationId}
      order by position
    `),
    db.rows<{ id: string }>(sql`
      select id
      from solicitation_lot
      where org_id = ${carverCountyId} and solicitation_id = ${solicitationId}
      order by lot_no
    `),
  ]);

const technicalPart = (
  statement: DemoBid["statement"],
  answers: readonly string[],
  needs: { id: string }[],
) => ({
  answers: needs.map((need, i) => ({
    requirementId: need.id,
    value: answers[i] ?? "21 days after the order",
  })),
  statement,
  addendaAcknowledged: [],
  files: [],
});

const pricePart = (
  prices: DemoBid["prices"],
  discounts: NonNullable<DemoBid["discounts"]>,
  items: { id: string }[],
  lots: { id: string }[],
) => ({
  lines: items.map((item, i) => ({
    itemId: item.id,
    noBid: prices[i] === undefined,
    unitPrice: prices[i] ?? null,
    quantity: null,
    alternate: "",
    leadDays: 21,
  })),
  discounts: discounts.map(({ lots: of, fromCents, percent }) => ({
    fromCents,
    percent,
    lotIds: of.map((place) => lots[place]!.id),
  })),
  capacities: [],
  files: [],
  validDays: 90,
  note: "",
});

/**
 * A vendor's browser, played here: seals and submits prices in the order of the items, each
 * envelope apart. `vendor`: its place among the demo's vendors.
 */
export const bid = async (
  app: App,
  vendor: number,
  when: string,
  solicitationId: string,
  { prices, statement, answers = [], discounts = [] }: DemoBid,
): Promise<void> => {
  const actor = vendorActor(bidders[vendor]!, when);
  const plan = await planSealing(app, actor, solicitationId);
  const db = app.database.read({ orgId: carverCountyId, personId: null });
  const [items, needs, lots] = await partsOf(solicitationId, db);
  const technical = technicalPart(statement, answers, needs);
  const price = pricePart(prices, discounts, items, lots);
  const manifests = [];
  for (const { id, envelope } of plan.envelopes) {
    const binding = {
      envelopeId: id,
      orgId: plan.orgId,
      solicitationId,
      vendorId: plan.vendorId,
      bidId: plan.bidId,
      revision: plan.revision,
      envelope,
    };
    const content = {
      ...(envelope !== "price" && { technical }),
      ...(envelope !== "technical" && { price }),
    };
    const { manifest, ciphertext } = await sealEnvelope({
      binding,
      officers:
        plan.officers && plan.officers.map(({ x, keyId, publicKey }) => ({ x, keyId, publicKey })),
      keyStoreKey: unbase64(plan.keyStoreKey),
      content,
    });
    await storeCiphertext(
      app,
      actor,
      plan.bidId,
      envelope,
      Readable.from([Buffer.from(ciphertext)]),
    );
    manifests.push(manifest);
  }
  await submitBid(app, actor, plan.bidId, { manifests, addendaAcknowledged: [] });
};

export const drafted = (story: Story, when: string, input: object): Promise<{ id: string }> =>
  story.as("buyer", when, (tx, actor) =>
    createSolicitation(tx, actor, solicitationInput.parse(input) as SolicitationInput),
  );
export const close = (story: Story, when: string, id: string) =>
  story.as("buyer", when, (tx, actor) => closeSolicitation(tx, { ...actor, kind: "system" }, id));

// Sealed bids whose deadline has passed: two officers can open them, with the password of the demo
// accounts as their passphrase.
const sealedTender = async (story: Story, now: Date, keys: DemoOfficers) => {
  const { app } = story;
  const { id } = await drafted(story, at(now, -34), {
    kind: "itb",
    title: "Guardrail and posts, 2027",
    summary:
      "Steel guardrail and posts for the county roads, delivered in two lots during the winter.",
    departmentId: departmentId("RDB"),
    dueAt: at(now, -0.2),
    questionsUntil: at(now, -10),
    deliverTo: "Roads yard, 4 Depot Lane",
    estimateCents: 310_000_00,
    estimateOn: dateIn(at(now, -35), carverTimeZone),
    estimateBasis: "Unit prices of the last order and the steel index",
    lots: [
      { lotNo: 1, title: "Rail" },
      { lotNo: 2, title: "Posts" },
    ],
    items: [
      {
        lotNo: 1,
        description: "Guardrail panel, W-beam, 12.5 ft",
        quantity: "1800",
        unit: "each",
        commodityCode: "332312",
      },
      {
        lotNo: 1,
        description: "Terminal section",
        quantity: "120",
        unit: "each",
        commodityCode: "332312",
      },
      {
        lotNo: 2,
        description: "Post, steel, 6 ft",
        quantity: "3600",
        unit: "each",
        commodityCode: "332312",
      },
    ],
    requirements: [{ label: "Days from order to delivery", kind: "text" }],
  });
  await rehearseAll(app, at(now, -33.5), id, keys);
  await story.as("buyer", at(now, -33), (tx, actor) => submitSolicitation(tx, actor, asIs(id)));
  await story.as("manager", at(now, -32), (tx, actor) => approveSolicitation(tx, actor, asIs(id)));
  await story.as("buyer", at(now, -31), (tx, actor) => publishSolicitation(tx, actor, asIs(id)));
  await bid(app, 0, at(now, -3), id, {
    prices: ["86.40", "142.00", "31.75"],
    statement: "Delivery by our own trucks, in four lifts.",
  });
  await bid(app, 1, at(now, -1), id, {
    prices: ["84.95", "151.50", "33.20"],
    statement: "Galvanized to AASHTO M 111; certificates with each lift.",
  });
  await close(story, at(now, -0.1), id);
};

// Quotes that the server held and opened by rule.
const openedQuotes = async (story: Story, now: Date) => {
  const { app } = story;
  const { id } = await drafted(story, at(now, -16), {
    kind: "rfq",
    title: "Cones and barricades",
    summary: "Traffic cones and folding barricades for the county's work zones.",
    departmentId: departmentId("RDB"),
    dueAt: at(now, -2),
    questionsUntil: at(now, -6),
    deliverTo: "Roads yard, 4 Depot Lane",
    estimateCents: 21_500_00,
    estimateOn: dateIn(at(now, -17), carverTimeZone),
    estimateBasis: "Catalog prices",
    items: [
      {
        description: "Traffic cone, 28 inch, reflective",
        quantity: "400",
        unit: "each",
        commodityCode: "326199",
      },
      {
        description: "Barricade, type III, folding",
        quantity: "60",
        unit: "each",
        commodityCode: "326199",
      },
    ],
  });
  await story.as("buyer", at(now, -15.5), (tx, actor) => publishSolicitation(tx, actor, asIs(id)));
  await bid(app, 1, at(now, -9), id, { prices: ["23.80", "164.00"], statement: "" });
  await bid(app, 0, at(now, -4), id, {
    prices: ["21.95", "171.25"],
    statement: "Two weeks for the cones, four for the barricades.",
  });
  await close(story, at(now, -1.9), id);
  await openStage(app, { ...systemActor(carverCountyId), businessNow: at(now, -1.9) }, id);
};

/**
 * The two officers' keys as they were registered, for a later chapter; null where no sealed bid was
 * told of.
 */
export const demoOfficers = async (app: App): Promise<DemoOfficers | null> => {
  const scope = { orgId: carverCountyId, personId: null };
  const found = new Map<string, { id: string; keys: HpkeKeys }>();
  for (const name of officers) {
    const key = await app.database.read({ ...scope, personId: demoActor(name).personId }).maybe<{
      id: string;
      publicKey: string;
      wrapped: string;
    }>(sql`
      select id, public_key, wrapped
      from officer_key
      where org_id = ${carverCountyId}
        and person_id = ${demoActor(name).personId}
        and retired_at is null
        and not escrow
    `);
    if (!key) return null;
    const keys = await unlockOfficerKey(key, app.config.LEVEE_DEMO_PASSWORD);
    found.set(name, { id: key.id, keys });
  }
  return found;
};

/**
 * Bids of the demo story: sealed ones that wait for two officers, quotes that are open. Without a
 * key store there is no such chapter.
 */
export const seedOpenings = async (story: Story, log: (line: string) => void): Promise<void> => {
  if (!process.env["LEVEE_KEYSTORE_URL"]) return;
  const now = new Date();
  const keys = await makeKeys(story.app);
  await sealedTender(story, now, keys);
  await openedQuotes(story, now);
  await readNoticesOf(story.app, carverCountyId, ["solicitation"]);
  log("sealed bids that wait for two officers, opened quotes");
};
