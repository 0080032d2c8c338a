import { systemActor, type Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { demoPersonId, northforkAdmin, northforkId } from "#areas/identity/identity.public.ts";
import { listLooks, publishLook } from "../look/look.service.ts";
import { editOrganization, readOrganization } from "../organization.service.ts";
import { profileOf } from "../tenant/profile.labels.ts";
import { profileFields } from "../tenant/profile.model.ts";

const profile = profileFields.parse({
  legalName: "County of Carver",
  physicalAddress: "400 Mill Street, Chaska, MN 55318",
  website: "https://carver.levee.test",
  // Made up, in the form of SAM.gov; 27019 is the county's code at the Census.
  uei: "ZZDEMCARV3R1",
  fips: "27019",
  contacts: {
    purchasing: { name: "Purchasing", email: "bids@carver.levee.test", phone: "+1 952 555 0110" },
    records: { name: "County clerk", email: "records@carver.levee.test", phone: "" },
  },
});

/** The second agency has colours of its own; the county says who it is. May run again. */
export const seedAgencyRecords = async ({ database }: App): Promise<void> => {
  const mayor: Actor = {
    ...systemActor(northforkId),
    personId: demoPersonId(northforkAdmin.email),
    name: northforkAdmin.name,
  };
  const { items, version } = await listLooks(database.read(mayor));
  if (items.length === 0)
    await database.transaction(mayor, (tx) =>
      publishLook(
        tx,
        mayor,
        { primaryColor: "#0f766e", secondaryColor: "#134e4a", markFileId: null },
        { version, restoredFrom: null },
      ),
    );
  const admin = demoActor("admin");
  const county = await readOrganization(database.read(admin));
  if (profileOf(county.profile).legalName === "")
    await database.transaction(admin, (tx) =>
      editOrganization(tx, admin, county.id, { profile }, county.version),
    );
};
