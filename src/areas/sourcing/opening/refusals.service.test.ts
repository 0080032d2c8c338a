// What keys and officers refuse before anything is published.
import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { makeOfficers } from "#server/testing/opening.ts";
import { solicitationOf } from "#server/testing/sourcing.ts";
import { agency, as, people, solicitationSetUp, t } from "#server/testing/solicitations.ts";
import { createSolicitation } from "../solicitation/solicitation.service.ts";
import { retireKey, rewrapKey } from "./officer-key.service.ts";
import { nameOfficers, rehearse } from "./officer.service.ts";

solicitationSetUp();

const drafted = (kind: "rfp" | "rfq") =>
  as(people.buyer, (tx) => createSolicitation(tx, people.buyer, solicitationOf(agency, { kind })));

test("officers are two persons with keys in use, of a solicitation whose bids are sealed", async () => {
  const { buyer } = people;
  const [first] = await makeOfficers(t.database, agency, ["first", "second"]);
  const { id } = await drafted("rfp");
  const name = (of: string, keyIds: string[]) =>
    refusalOf(as(buyer, (tx) => nameOfficers(tx, buyer, of, keyIds)));
  expect(await name(id, [newId(), newId()])).toBe(
    "invalid_field: One of these keys is not in use.",
  );
  expect(await name(id, [first!.keyId])).toBe(
    "invalid_field: At least two persons must hold a key of their own; an escrow key comes on top.",
  );
  const { actor, keyId } = first!;
  expect(await refusalOf(as(actor, (tx) => rehearse(tx, actor, id, keyId, "")))).toBe(
    "no_rehearsal: Name the officers first.",
  );
  const quotes = await drafted("rfq");
  expect(await name(quotes.id, [first!.keyId])).toMatch(
    /^(held: Quotes that the server holds need no officers\.|invalid_field)/,
  );
});

test("a key is its officer's: another neither wraps nor retires it, and each is written once", async () => {
  const [first, second] = await makeOfficers(t.database, agency, ["third", "fourth"]);
  const { keyId, actor } = first!;
  const other = second!.actor;
  expect(await refusalOf(as(other, (tx) => rewrapKey(tx, other, keyId, "wrapped anew")))).toBe(
    "not_allowed: Only its officer gives a key another passphrase.",
  );
  expect(await refusalOf(as(other, (tx) => retireKey(tx, other, keyId)))).toBe(
    "not_allowed: Its officer or an administrator retires a key.",
  );
  const versionOf = async () =>
    (
      await t.database.read(actor).one<{ version: number }>(sql`
        select version
        from officer_key
        where org_id = ${agency.orgId} and id = ${keyId}
      `)
    ).version;
  const before = await versionOf();
  await as(actor, (tx) => rewrapKey(tx, actor, keyId, "wrapped anew"));
  expect(await versionOf()).toBe(before + 1);
  await as(actor, (tx) => retireKey(tx, actor, keyId));
  expect(await versionOf()).toBe(before + 2);
});
