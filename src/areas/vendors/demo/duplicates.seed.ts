import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { mergeInput } from "../merge/merge.model.ts";
import { proposeMerge } from "../merge/merge.service.ts";
import { findPairs, sayNotSame } from "../merge/pair.service.ts";
import { findDuplicates } from "../vendor/duplicates.service.ts";
import { vendorInput } from "../vendor/vendor.model.ts";
import { activateVendor, createVendor, revealTin, saveContact } from "../vendor/vendor.service.ts";

type First = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  address1: string | null;
  city: string | null;
  postalCode: string | null;
};

const named = (tx: Tx, name: string) =>
  tx.one<First>(sql`
    select id, name, email, phone, address1, city, postal_code
    from vendor
    where org_id = ${carverCountyId} and name = ${name}
  `);

const buyer = demoActor("buyer");

/** Enters a second record beside one that is there, as somebody did who did not look first. */
const enterAgain = async (tx: Tx, values: object, contact: string): Promise<string> => {
  const input = vendorInput.parse({ state: "MN", ...values });
  const like = await findDuplicates(tx, input);
  const { id } = await createVendor(tx, buyer, {
    ...input,
    confirmedDuplicates: like.map((one) => one.id),
  });
  const email = input.email ?? null;
  await saveContact(
    tx,
    buyer,
    id,
    null,
    {
      name: contact,
      title: "Accounts receivable",
      email,
      phone: null,
      isPrimary: true,
      active: true,
    },
    null,
  );
  await activateVendor(tx, buyer, { id, version: null });
  return id;
};

/** The same firm, entered by another department with its short name. */
const clearPair = async (tx: Tx) => {
  const first = await named(tx, "Sawbuck Lumber & Hardware");
  const { tin } = await revealTin(tx, buyer, first.id, "Form W-9 of the second record");
  const id = await enterAgain(
    tx,
    {
      name: "Sawbuck Lumber and Hardware Co",
      tin,
      tinKind: "ein",
      email: "counter@sawbuck-lumber-hardware.test",
      phone: first.phone,
      address1: first.address1,
      city: first.city,
      postalCode: first.postalCode,
      note: "Parks buys fence posts and screws here on account.",
    },
    "Dell Haugen",
  );
  return { keptId: first.id, mergedId: id };
};

/** A name and a mail domain alike, in another state: perhaps a branch. */
const doubtfulPair = async (tx: Tx) => {
  const first = await named(tx, "Pathfinder Playground Surfacing");
  await enterAgain(
    tx,
    {
      name: "Pathfinder Playground Surfaces",
      email: `bids@${first.email!.split("@")[1]}`,
      address1: "2200 Losey Boulevard",
      city: "La Crosse",
      state: "WI",
      postalCode: "54601",
    },
    "Irene Falk",
  );
};

/** Two firms of one family, at one address and with one telephone. */
const apart = async (tx: Tx) => {
  const first = await named(tx, "Bricklane Masonry");
  return enterAgain(
    tx,
    {
      name: "Bricklane Chimney Service",
      phone: first.phone,
      email: `chimneys@${first.email!.split("@")[1]}`,
      address1: first.address1,
      city: first.city,
      postalCode: first.postalCode,
    },
    "Otto Brandt",
  );
};

/** Three pairs of records: one clear, which waits to be merged, one doubtful, one that is two firms. */
export const seedDuplicates = async (app: App): Promise<void> => {
  const both = await app.database.transaction(buyer, async (tx) => {
    const clear = await clearPair(tx);
    await doubtfulPair(tx);
    const second = await apart(tx);
    await findPairs(tx);
    const pair = await tx.one<{ id: string }>(sql`
      select id
      from vendor_pair
      where org_id = ${carverCountyId} and (first_id = ${second} or second_id = ${second})
    `);
    await sayNotSame(tx, buyer, pair.id, "Father and daughter run two firms from one yard");
    return clear;
  });
  const ap = demoActor("ap");
  await app.database.transaction(ap, (tx) =>
    proposeMerge(
      tx,
      ap,
      mergeInput.parse({
        ...both,
        account: "kept",
        taken: [],
        reason: "Same tax number, address and telephone; the W-9 names both.",
      }),
    ),
  );
};
