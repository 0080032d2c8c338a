import { beginCompanyRecord } from "./registration/company.service.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { utcDay } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { carverCountyId, demoVendors } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { bankChangeInput, callBackInput, isRoutingNumber } from "./bank/bank.model.ts";
import { proposeBankChange, verifyBankChange } from "./bank/bank.service.ts";
import { certifyDemo, isDated } from "./demo/certificates.seed.ts";
import { demoVendorList, type DemoVendor } from "./demo/vendors.data.ts";
import { beginList, loadList } from "./screening/exclusion-list.service.ts";
import {
  madeParty,
  seeded,
  toExtract,
  type MadeParty,
} from "./screening/generated-exclusions.seed.ts";
import { findDuplicates } from "./vendor/duplicates.service.ts";
import { vendorInput } from "./vendor/vendor.model.ts";
import { activateVendor, createVendor, moveVendor, saveContact } from "./vendor/vendor.service.ts";

type Seeded = { id: string; name: string; number: string; ach: boolean };
const day = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * day).toISOString();
const dateIn = (days: number): string => utcDay(Date.now() + days * day);

const towns = [
  ["Carver", "55315"],
  ["Chaska", "55318"],
  ["Waconia", "55387"],
  ["Watertown", "55388"],
  ["Cologne", "55322"],
  ["Norwood", "55368"],
  ["Mayer", "55360"],
  ["Victoria", "55386"],
] as const;
const streets = [
  "County Road 14",
  "Mill Street",
  "Depot Avenue",
  "Industrial Boulevard",
  "Spring Creek Road",
  "Second Street",
  "Quarry Lane",
  "Commerce Drive",
];
const people = [
  "Nora Whitfield",
  "Carl Esposito",
  "June Abernathy",
  "Hal Lindgren",
  "Opal Reyes",
  "Victor Nunn",
  "Greta Solberg",
  "Amos Tillery",
  "Ines Calder",
  "Roy Maddox",
  "Tess Okonkwo",
  "Walt Brandvold",
];
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";

// Two drafts and one active vendor that the exclusion list names; what a possible match and an
// exclusion look like.
const suspects = {
  "Redfield Home Health Agency": "possible",
  "Prairie Smoke Facility Care": "excluded",
} as const;
const insuranceDays: Readonly<Record<string, number>> = {
  "Gray Wolf Fabrication": 6,
  "Harrow Bridge Engineering": 12,
  "Evergreen Tree Care": 20,
  "Two Rivers Nursery": 26,
  "Sandhill Excavating Inc": -4,
  "Birchbark Sign Works": 2,
};
const held: Readonly<Record<string, string>> = {
  "Sandhill Excavating Inc": "Certificate of insurance ran out",
  "Boxcar Moving & Storage": "Disputed invoice of last year",
  "Sumpwell Septic Services": "Permit renewal not shown yet",
};
const drafts = new Set([
  "Yellow Thistle Training Center",
  "Cornerpost Fence Company",
  "Cloudberry Data Centers",
  "Redfield Home Health Agency",
  "Prairie Smoke Facility Care",
]);
const recentBank = "Everline Surveying";
const openBank = "Midland Pump & Power";

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/^-|-$/g, "");
const ueiOf = (at: number) =>
  `${letters[at % 24]}${letters[(at * 7) % 24]}${letters[(at * 11) % 24]}D${String(40_000_000 + at * 7919).slice(-8)}`;
const tinOf = (at: number) => `41${String(1_000_003 + at * 48_611).slice(-7)}`;

/** Two that never sent a tax number: their forms 1099 wait for it. */
const withoutNumber: ReadonlySet<string> = new Set(["Tonerworks", "Plain Speech Interpreters"]);

const inputOf = (v: DemoVendor, at: number) => {
  const [city, postalCode] = towns[at % towns.length]!;
  return vendorInput.parse({
    name: v.name,
    uei: at % 3 === 0 || v.name in suspects ? ueiOf(at) : null,
    tin: withoutNumber.has(v.name) ? null : tinOf(at),
    tinKind: withoutNumber.has(v.name) ? null : "ein",
    email: `orders@${slug(v.name)}.test`,
    phone: `(952) 555-0${String(100 + (at % 100)).padStart(3, "0")}`,
    website: at % 2 === 0 ? `https://${slug(v.name)}.test` : null,
    address1: `${100 + at * 17} ${streets[(at * 5) % streets.length]}`,
    city,
    state: "MN",
    postalCode,
    termsDays: at % 7 === 0 ? 45 : 30,
    paymentMethod: at % 2 === 0 || v.name === recentBank || v.name === openBank ? "ach" : "check",
    isPublic: at % 4 !== 0,
    diversity: isDated(at) ? [] : v.certified,
    commodityCodes: v.codes,
    insuranceExpiresOn: dateIn(insuranceDays[v.name] ?? 60 + ((at * 37) % 300)),
    note: "",
  });
};

const addVendors = (app: App, buyer: Actor): Promise<Seeded[]> =>
  app.database.transaction(buyer, async (tx) => {
    const made: Seeded[] = [];
    for (const [at, v] of demoVendorList.entries()) {
      const input = inputOf(v, at);
      const like = await findDuplicates(tx, input);
      const row = await createVendor(
        tx,
        buyer,
        { ...input, confirmedDuplicates: like.map((d) => d.id) },
        demoVendors.find((d) => d.name === v.name)?.id,
      );
      await certifyDemo(tx, buyer, row.id, v, at);
      made.push({
        id: row.id,
        name: row.name,
        number: row.number,
        ach: row.paymentMethod === "ach",
      });
      if (at < 40)
        await saveContact(
          tx,
          buyer,
          row.id,
          null,
          {
            name: people[at % people.length]!,
            title: at % 3 === 0 ? "Owner" : "Accounts receivable",
            email: `office@${slug(v.name)}.test`,
            phone: `(952) 555-01${String(10 + at).padStart(2, "0")}`,
            isPrimary: true,
            active: true,
          },
          null,
        );
    }
    for (const d of demoVendors)
      await tx.rows(sql`
        update vendor
        set identity_id = ${d.id}
        where org_id = ${carverCountyId} and id = ${made.find((m) => m.name === d.name)!.id}
      `);
    return made;
  });

/** Ties a vendor of the demo story to the identity with which its people sign in. */
export const linkDemoVendor = (tx: Tx, vendorId: string, identityId: string) =>
  tx.rows(sql`
    update vendor
    set identity_id = ${identityId}
    where org_id = ${carverCountyId} and id = ${vendorId}
  `);

/** A small list in the official layout: made-up parties, and the two that the story meets. */
const extract = (made: number): string => {
  const random = seeded(4897);
  const parties: MadeParty[] = Array.from({ length: made }, (_, at) => madeParty(random, at));
  const named = (name: string) => {
    const at = demoVendorList.findIndex((v) => v.name === name);
    return { at, city: towns[at % towns.length]![0], zip: towns[at % towns.length]![1] };
  };
  const excluded = named("Prairie Smoke Facility Care");
  const possible = named("Redfield Home Health Agency");
  const base = { individual: false, first: "", middle: "", last: "", state: "MN" };
  parties.push(
    {
      ...base,
      name: "Prairie Smoke Facility Care Inc",
      uei: ueiOf(excluded.at),
      address1: "PO Box 12",
      city: excluded.city,
      zip: excluded.zip,
      samNumber: "S4MR900001",
    },
    {
      ...base,
      name: "Redfeild Home Health Agency LLC",
      uei: "",
      address1: "77 Elm St",
      city: possible.city,
      zip: possible.zip,
      samNumber: "S4MR900002",
    },
  );
  return toExtract(parties);
};

/** The record of a company that registers, before it fills it in. */
export const beginCompany = (
  app: App,
  company: { id: string; name: string; email: string | null },
): Promise<void> => beginCompanyRecord(identityDb(app.database), company);

/** The last day of registrations in Carver County, by company; `otherwise` for all others. */
export const setRegistrationTerms = (
  app: App,
  ends: Readonly<Record<string, string>>,
  otherwise: string,
): Promise<unknown> =>
  app.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor v
      set registered_until = coalesce(
        (
          select t.ends_on
          from unnest(${Object.keys(ends)}::uuid[], ${Object.values(ends)}::date[]) as t(
            id, ends_on
          )
          where t.id = v.identity_id
        ),
        ${otherwise}::date
      )
      where v.org_id = ${carverCountyId} and v.identity_id is not null
    `),
  );

/** Codes of the county's own, beside those that everybody has. */
export const addOwnCommodities = (app: App): Promise<unknown> =>
  app.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into commodity (org_id, id, code, name, scheme)
      select ${carverCountyId}::uuid, c.id, c.code, c.name, 'OWN'
      from unnest(
        ${[newId(), newId()]}::uuid[], ${["745-67", "745-70"]}::text[],
        ${["Road salt, treated (own code)", "Road salt, untreated (own code)"]}::text[]
      ) as c (id, code, name)
      on conflict
      do nothing
    `),
  );

/**
 * Loads the list as SAM.gov would have published it `days` ago, with `made` made-up parties, and
 * makes it the current one.
 */
export const loadExclusions = async (
  app: App,
  buyer: Actor,
  days: number,
  made: number,
): Promise<void> => {
  const at = new Date(Date.now() - days * day);
  const start = Date.UTC(at.getUTCFullYear(), 0, 0);
  const name = `SAM_Exclusions_Public_Extract_V2_${String(at.getUTCFullYear()).slice(2)}${String(Math.floor((at.getTime() - start) / day)).padStart(3, "0")}.CSV`;
  const stored = await app.files.put(Readable.from([extract(made)]));
  const list = await app.database.transaction(buyer, async (tx) => {
    const id = await recordFile(tx, {
      ...stored,
      orgId: carverCountyId,
      name,
      uploadedBy: buyer.personId,
    });
    return beginList(tx, buyer, { id, name, sha256: stored.sha256 });
  });
  await loadList(app, buyer, list.id);
};

const activateAll = (app: App, buyer: Actor, vendors: readonly Seeded[]) =>
  app.database.transaction(buyer, async (tx) => {
    for (const v of vendors)
      if (!drafts.has(v.name) || v.name in suspects)
        await activateVendor(tx, buyer, { id: v.id, version: null });
  });

// The first two digits 09 are those of the Federal Reserve district of Minneapolis; 09199990 to
// 09199999 are not given out. The ninth is the check digit.
const routing = (n: number): string => {
  const stem = `0919999${n % 10}`;
  return [..."0123456789"].map((d) => stem + d).find(isRoutingNumber)!;
};

const bankOf = (at: number) =>
  bankChangeInput.parse({
    bankName: ["Prairie Community Bank", "Two Rivers Credit Union", "County Savings Bank"][at % 3],
    routingNumber: routing(at),
    accountNumber: String(4_000_000_000 + at * 7_654_321),
    accountType: at % 6 === 0 ? "savings" : "checking",
    reason: "Bank letter received with Form W-9",
  });

const bankChange = async (tx: Tx, vendor: Seeded, at: number, days: number) => {
  const ap = demoActor("ap", ago(days));
  const treasurer = demoActor("treasurer", ago(days - 0.5));
  const told = (actor: Actor): Tx => ({
    ...tx,
    scope: { ...tx.scope, businessNow: actor.businessNow! },
  });
  const change = await proposeBankChange(told(ap), ap, vendor.id, bankOf(at));
  await verifyBankChange(
    told(treasurer),
    treasurer,
    { id: change.id, version: null },
    callBackInput.parse({
      numberKey: "vendor",
      calledWho: people[at % people.length],
      calledAt: ago(days - 0.4),
      callNote: "Last four digits read back and right",
    }),
  );
};

const banks = async (app: App, vendors: readonly Seeded[]) => {
  const ap = demoActor("ap");
  await app.database.transaction(ap, async (tx) => {
    for (const [at, v] of vendors.entries())
      if (v.ach && !drafts.has(v.name))
        await bankChange(tx, v, at, v.name === recentBank ? 0.9 : 170);
    const open = vendors.find((v) => v.name === openBank)!;
    await proposeBankChange(
      tx,
      ap,
      open.id,
      bankChangeInput.parse({
        bankName: "Lakes Exchange Bank",
        routingNumber: routing(7),
        accountNumber: "7700451288",
        accountType: "checking",
        reason: "E-mail from the vendor's address asks to pay to a new account from now on",
      }),
    );
  });
};

/**
 * Carver County's vendors with contacts, bank accounts, an exclusion list and screenings; some on
 * hold, one with an open bank change.
 */
export const seedVendors = async (app: App, log: (line: string) => void): Promise<void> => {
  const buyer = demoActor("buyer", ago(175));
  const vendors = await addVendors(app, buyer);
  const then = demoActor("buyer", ago(65));
  const now = demoActor("buyer");
  await loadExclusions(app, then, 66, 880);
  await activateAll(app, then, vendors);
  await banks(app, vendors);
  await app.database.transaction(now, async (tx) => {
    for (const [name, reason] of Object.entries(held))
      await moveVendor(tx, now, "hold", {
        id: vendors.find((v) => v.name === name)!.id,
        version: null,
        reason,
      });
  });
  const manager = demoActor("manager");
  await app.database.transaction(manager, (tx) =>
    moveVendor(tx, manager, "suspend", {
      id: vendors.find((v) => v.name === "Wagonwheel Waste Hauling")!.id,
      version: null,
      reason: "Debarred by the county board for unlawful dumping, until further notice",
    }),
  );
  log(`${vendors.length} vendors of Carver County`);
};
