import type { App } from "#server/app.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { addEntry } from "../master/entry.service.ts";
import { proposalInput } from "../master/master.model.ts";
import { propose } from "../master/proposal.service.ts";
import { placeInput } from "../place/place.model.ts";
import { placeByName, placesList } from "../place/place.service.ts";
import { beginUnits, unitsList } from "../unit/unit.service.ts";
import { unitInput } from "../unit/unit.model.ts";

const places = [
  {
    name: "County yard",
    kind: "yard",
    street: "400 Mill Street",
    city: "Chaska",
    postalCode: "55318",
    latitude: "44.7894",
    longitude: "-93.6022",
    hours: "Mon to Fri, 6:30 to 15:00",
    note: "Trucks use the gate on Second Street.",
  },
  {
    name: "Government center",
    kind: "office",
    street: "600 Fourth Street East",
    city: "Chaska",
    postalCode: "55318",
    latitude: "44.7905",
    longitude: "-93.5963",
    hours: "Mon to Fri, 8:00 to 16:30",
    note: "Deliveries to the dock on the north side.",
  },
  {
    name: "Utilities shop",
    kind: "facility",
    street: "12 River Road",
    city: "Carver",
    postalCode: "55315",
    latitude: "44.7636",
    longitude: "-93.6258",
    hours: "Mon to Fri, 7:00 to 15:30",
  },
  {
    name: "Waconia library branch",
    kind: "library",
    street: "217 South Vine Street",
    city: "Waconia",
    postalCode: "55387",
    latitude: "44.8503",
    longitude: "-93.7871",
    hours: "Tue to Sat, 10:00 to 18:00",
  },
  {
    name: "Salt shed",
    kind: "warehouse",
    city: "Chaska",
    postalCode: "55318",
    latitude: "44.7871",
    longitude: "-93.6094",
    parent: "County yard",
  },
] as const;

const units = [
  { code: "pallet", name: "Pallet", kind: "other" },
  { code: "roll", name: "Roll", kind: "other" },
  { code: "case", name: "Case", kind: "other" },
] as const;

const ream = { code: "ream", name: "Ream of 500 sheets", kind: "count", factor: "500" };

/** The county's places and units, and a unit that a clerk proposes. May run again. */
export const seedPlaces = async ({ database }: App): Promise<void> => {
  const keeper = demoActor("manager");
  await database.transaction(keeper, async (tx) => {
    if (await placeByName(tx, places[0].name)) return;
    await beginUnits(tx);
    for (const { parent = null, ...place } of places.map((one) => ({ parent: null, ...one })))
      await addEntry(
        tx,
        keeper,
        placesList,
        placeInput.parse({
          state: "MN",
          ...place,
          parentId: parent && (await placeByName(tx, parent)),
        }),
      );
    for (const unit of units) await addEntry(tx, keeper, unitsList, unitInput.parse(unit));
    const clerk = demoActor("user");
    await propose(
      tx,
      clerk,
      proposalInput.parse({
        list: "units",
        content: ream,
        reason: "Paper is bought by the ream, and lines say each for it.",
      }),
    );
  });
};
