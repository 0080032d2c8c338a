import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#kernel/ids.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase } from "#server/testing/database.ts";
import type { Actor } from "#kernel/access.ts";
import { editOrganization, readOrganization } from "../organization.service.ts";
import { inLook, lookOfBranding } from "./branding.model.ts";
import { listLooks, publishLook, restoreLook, servedLook } from "./look.service.ts";

type Fresh = Awaited<ReturnType<typeof freshDatabase>>;
let t: Fresh;
let ada: Actor;
let other: Actor;
const red = { primaryColor: "#cc3344", secondaryColor: "#112233", markFileId: null };
const picture = (of: Actor, mediaType = "image/png", uploadedBy = of.personId) =>
  t.database.transaction(of, (tx) =>
    recordFile(tx, {
      orgId: of.orgId!,
      name: "mark.png",
      mediaType,
      size: 900,
      sha256: newId().replaceAll("-", "").padEnd(64, "0"),
      uploadedBy,
    }),
  );

beforeAll(async () => {
  t = await freshDatabase();
  const people = await makeMembers(t.database, await makeAgency(t.database), {
    ada: { role: "admin" },
  });
  ada = people.ada!;
  other = (await makeMembers(t.database, await makeAgency(t.database), { zoe: { role: "admin" } }))
    .zoe!;
});

const newest = async () => (await readOrganization(t.database.read(ada))).version;
const publish = async (fields: Parameters<typeof publishLook>[2], older = 0) => {
  const version = (await newest()) - older;
  return t.database.transaction(ada, (tx) =>
    publishLook(tx, ada, fields, { version, restoredFrom: null }),
  );
};
const editAgency = async (patch: Parameters<typeof editOrganization>[3]) => {
  const version = await newest();
  return t.database.transaction(ada, (tx) => editOrganization(tx, ada, ada.orgId!, patch, version));
};

describe("an agency's colours and mark", () => {
  it("hold from their publication on, in the branding of the agency's record, and come back", async () => {
    const mark = await picture(ada);
    await publish({ ...red, markFileId: mark });
    const second = await publish({ ...red, primaryColor: "#00aa55" });
    expect(second).toMatchObject({ number: 2, markUrl: null });
    const now = await newest();
    const back = await t.database.transaction(ada, (tx) => restoreLook(tx, ada, 1, now));
    expect(back).toMatchObject({ number: 3, primaryColor: "#cc3344", restoredFrom: 1 });
    const { items } = await listLooks(t.database.read(ada));
    expect(items.map((row) => row.number)).toEqual([3, 2, 1]);
    const agency = await readOrganization(t.database.read(ada));
    expect(agency.branding).toMatchObject({
      primaryColor: "#cc3344",
      logoUrl: `/branding/${ada.orgId}/3/mark`,
    });
    await expect(publish(red, 1)).rejects.toMatchObject({ status: 412 });
    // A change of the agency's other settings leaves them.
    await editAgency({ phone: "555-0100" });
    expect((await readOrganization(t.database.read(ada))).branding).toEqual(agency.branding);
    const seen = await servedLook(t.database, ada.orgId!, 3);
    expect(seen.stylesheet).toContain("--fill:");
    expect(seen.mark).not.toBeNull();
    expect(inLook("<head></head>", agency.branding)).toContain("border-top:4pt solid #112233");
    expect(lookOfBranding({ primaryColor: "red;}", secondaryColor: "#112233" })).toBeNull();
  });

  it("refuse what is no picture, and files of others and of other agencies", async () => {
    for (const [fileId, refusal] of [
      [await picture(ada, "application/pdf"), { status: 422 }],
      [await picture(other), { status: 404 }],
      [await picture(ada, "image/png", other.personId), { status: 404 }],
    ] as const)
      await expect(publish({ ...red, markFileId: fileId })).rejects.toMatchObject(refusal);
    await expect(servedLook(t.database, other.orgId!, 1)).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      t.database.transaction(other, (tx) => restoreLook(tx, other, 1, null)),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("are seen by visitors, who see no other file of the agency", async () => {
    const unpublished = await picture(ada);
    const seen = await published(t.database).rows<{ id: string }>(
      sql`select id from stored_file where org_id = ${ada.orgId}`,
    );
    expect(seen.length).toBe(1);
    expect(seen[0]!.id).not.toBe(unpublished);
  });
});

describe("the agency's keys", () => {
  it("are kept with its settings, and refused where they clash", async () => {
    const edit = (keys: Record<string, string | null>) => editAgency({ keys });
    expect((await edit({ "list.select": "Y", sidebar: null })).keys).toEqual({
      "list.select": "Y",
      sidebar: null,
    });
    await expect(edit({ palette: "Mod+W" })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: "keys.palette" }],
    });
    await expect(edit({ "list.select": "J" })).rejects.toMatchObject({ status: 422 });
    expect((await edit({})).keys).toEqual({});
  });

  it("are seen in a copy for practice too, which shows nothing else to a visitor", async () => {
    const origin = await makeAgency(t.database);
    const copy = await makeMembers(t.database, await makeAgency(t.database), {
      mia: { role: "admin" },
    });
    const mia = copy.mia!;
    const owner = new pg.Client({ connectionString: t.ownerUrl });
    await owner.connect();
    await owner.query("insert into practice_agency (id, origin_id) values ($1, $2)", [
      mia.orgId,
      origin.orgId,
    ]);
    await owner.end();
    const mark = await picture(mia);
    const { version } = await readOrganization(t.database.read(mia));
    await t.database.transaction(mia, (tx) =>
      publishLook(tx, mia, { ...red, markFileId: mark }, { version, restoredFrom: null }),
    );
    const seen = await servedLook(t.database, mia.orgId!, 1);
    expect(seen.stylesheet).toContain("--fill:");
    expect(seen.mark).not.toBeNull();
    expect(
      await published(t.database).rows(sql`select id from stored_file where org_id = ${mia.orgId}`),
    ).toEqual([]);
    await expect(servedLook(t.database, mia.orgId!, 2)).rejects.toMatchObject({ status: 404 });
  });
});
