import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { dateIn as dayIn } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { permissionsOf } from "#roles.ts";
import { raw, sql } from "#server/db/sql.ts";
import { kindsOn } from "#areas/vendors/vendors.server.ts";
import type { App } from "#server/app.ts";
import { carverCountyId, carverTimeZone } from "#areas/identity/identity.public.ts";
import { seedVendorPerson } from "#areas/identity/identity.server.ts";
import {
  addCompanyDocument,
  readCompany,
  saveCompany,
  companyInput,
  submitTo,
  beginCompany,
} from "#areas/vendors/vendors.server.ts";

export const day = 86_400_000;
/** A day of the demo agency, `days` from today: what vendors send is checked by the agency's day. */
export const dateIn = (days: number): Day =>
  dayIn(new Date(Date.now() + days * day).toISOString(), carverTimeZone);
export const actorOf = (
  identityId: string,
  personId: string,
  name: string,
  email: string,
): Actor => ({
  kind: "vendor",
  personId,
  name,
  email,
  orgId: null,
  role: "user",
  duties: [],
  permissions: permissionsOf("user", [], "vendor"),
  departmentIds: [],
  vendorIds: [identityId],
  sessionId: null,
});

type Known = {
  name: string;
  uei: string | null;
  email: string | null;
  phone: string | null;
  address1: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  website: string | null;
  commodityCodes: string[];
  diversity: string[];
};
type Profile = Known & {
  employees: number;
  bondingCents: number | null;
  serviceArea: string;
  tin: string;
  entityType: string;
};

const paper = (title: string) =>
  Readable.from([
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj 4 0 obj<</Length ${title.length + 40}>>stream\nBT /F1 14 Tf 20 80 Td (${title.replace(/[()\\]/g, " ")}) Tj ET\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
  ]);

export const fill = async (app: App, actor: Actor, profile: Profile, insuredUntil: string) => {
  await beginCompany(app, {
    id: actor.vendorIds[0]!,
    name: profile.name,
    email: profile.email,
  });
  const { version } = await readCompany(app.database.read(actor), actor);
  await app.database.transaction(actor, (tx) =>
    saveCompany(
      tx,
      actor,
      companyInput.parse({ ...profile, tinKind: "ein", isPublic: true }),
      version,
    ),
  );
  await app.database.transaction(actor, (tx) =>
    addCompanyDocument(
      tx,
      actor,
      app.files,
      { name: "form-w9.pdf", stream: paper(`Form W-9 of ${profile.name}`) },
      { kind: "w9", label: "" },
    ),
  );
  await app.database.transaction(actor, (tx) =>
    addCompanyDocument(
      tx,
      actor,
      app.files,
      {
        name: "certificate-of-insurance.pdf",
        stream: paper(`Certificate of insurance of ${profile.name}`),
      },
      { kind: "insurance", label: "General liability", expiresOn: insuredUntil },
    ),
  );
};
export const knownVendor = (app: App, id: string) =>
  app.database.read({ orgId: carverCountyId, personId: null }).one<Known>(sql`
    select
      name, uei, email, phone, address1, city, state, postal_code, website, commodity_codes,
      ${raw(kindsOn("v.org_id", "v.id", "t.day"))} as diversity
    from vendor v
    cross join (select ${dayIn(new Date().toISOString(), carverTimeZone)}::date as day) t
    where v.org_id = ${carverCountyId} and v.identity_id = ${id}
  `);

// A firm of its own that registers: it stands in the queue until somebody decides.
export const newcomer = async (app: App): Promise<Actor> => {
  const identityId = "01930000-0000-7000-8000-00000000be09";
  const personId = "01930000-0000-7000-8000-00000000ae09";
  const email = "hanna@prairiewind.test";
  await seedVendorPerson(app, {
    personId,
    email,
    displayName: "Hanna Lindqvist",
    vendorId: identityId,
    company: "Prairie Wind Culverts LLC",
  });
  const actor = actorOf(identityId, personId, "Hanna Lindqvist", email);
  await fill(
    app,
    actor,
    {
      name: "Prairie Wind Culverts LLC",
      entityType: "llc",
      uei: null,
      tin: "41-7730126",
      email,
      phone: "(952) 555-0177",
      website: null,
      address1: "18 Depot Avenue",
      city: "Norwood",
      state: "MN",
      postalCode: "55368",
      commodityCodes: ["327332", "332313"],
      diversity: ["wosb"],
      employees: 14,
      bondingCents: 250_000_00,
      serviceArea: "Carver, Scott and Sibley counties",
    },
    dateIn(210),
  );
  await submitTo(app, actor, {
    orgId: carverCountyId,
    agencyCodes: [],
    bank: {
      bankName: "Prairie Community Bank",
      routingNumber: "091000019",
      accountNumber: "5500128841",
      accountType: "checking",
    },
  });
  return actor;
};
