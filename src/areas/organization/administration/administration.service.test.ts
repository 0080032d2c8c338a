import { beforeAll, expect, it } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { freshDatabase } from "#server/testing/database.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { editOrganization } from "../organization.service.ts";
import { editMember } from "../member/member.service.ts";
import { readAdministration } from "./matters.service.ts";

type Fresh = Awaited<ReturnType<typeof freshDatabase>>;
let t: Fresh;
let ada: Actor;
let ben: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  const people = await makeMembers(t.database, await makeAgency(t.database), {
    ada: { role: "admin" },
    ben: { role: "manager" },
  });
  ada = people.ada!;
  ben = people.ben!;
});

const read = (actor: Actor) => readAdministration(t.database.read(actor), actor);
const counts = async (actor: Actor) =>
  Object.fromEntries((await read(actor)).matters.map(({ id, count }) => [id, count]));
const open = async () =>
  (await read(ada)).course.filter((step) => !step.done).map((step) => step.id);

it("counts what waits for an administrator, and ticks the first month off by itself", async () => {
  expect(await counts(ada)).toEqual({ "one-administrator": 1 });
  expect(await open()).toEqual(expect.arrayContaining(["record", "second-administrator", "look"]));
  await t.database.transaction(ada, async (tx) => {
    await editMember(tx, ada, ben.personId!, { role: "admin" }, 1);
  });
  // Nobody else could confirm it, so it holds at once.
  expect(await counts(ada)).toEqual({});
  expect(await open()).not.toContain("second-administrator");
  await t.database.transaction(ada, (tx) =>
    editOrganization(
      tx,
      ada,
      ada.orgId!,
      {
        address: "1 Main Street",
        phone: "555-0100",
        profile: {
          legalName: "County of Test",
          physicalAddress: "",
          website: "",
          uei: "",
          fips: "27019",
          contacts: {
            general: { name: "", email: "", phone: "" },
            purchasing: { name: "", email: "", phone: "" },
            records: { name: "", email: "", phone: "" },
            accessibility: { name: "", email: "", phone: "" },
          },
        },
        words: { companyName: "Testy", welcomeMessage: "Hello." },
      },
      1,
    ),
  );
  expect(await open()).not.toContain("record");
});
