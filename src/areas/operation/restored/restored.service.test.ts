// What a restore knows of people and keys: with a kept record, with a checkpoint, with nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { auditKeys } from "#server/keys.ts";
import { readKept, type FoundOut } from "#server/restored/report.ts";
import { closedTo } from "#server/restored/questions.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { memberActor, type TestDatabase } from "#server/testing/database.ts";
import {
  addDirectory,
  addToken,
  revokeToken,
} from "#areas/directory/connection/connection.service.ts";
import { invite, revokeInvitation } from "#areas/organization/invitation/invitation.service.ts";
import { editMember, memberById } from "#areas/organization/member/member.service.ts";
import { addKey, addProgram } from "#areas/programs/programs.server.ts";
import { revokeKey } from "#areas/programs/key/key.service.ts";
import { stepProgram } from "#areas/programs/account/program.service.ts";
import { foundLines, strayLines } from "./report-lines.service.ts";
import type { QuestionRow, RestoreReport } from "./restored.model.ts";
import { backUp, keepBundle, openRestored, restoreWith, s, seal } from "./restored.setup.ts";

openRestored();

const address = "POST /api/v1/restore-report/answer";
let folder: string;
let bundle: string;
let checkpoint: string;
const made = { program: "", resting: "", key: "", other: "", token: "", invitation: "" };

/** One act of a person in the installation that is lost later. */
const act = <T>(
  actor: Actor,
  work: (tx: Parameters<Parameters<typeof s.t.database.transaction>[1]>[0]) => Promise<T>,
) => s.t.database.transaction(actor, work);
const newestCheckpoint = async (): Promise<string> =>
  (
    await s.t.database.read(s.people.ada).one<{ note: string }>(sql`
      select note
      from audit_checkpoint
      where org_id = ${s.agency.orgId}
      order by size desc
      limit 1
    `)
  ).note;

beforeAll(async () => {
  const { ada, eve, max, sam } = s.people;
  const program = (name: string) =>
    act(ada, (tx) =>
      addProgram(tx, ada, {
        name,
        purpose: "It reads departments.",
        ownerId: ada.personId!,
        scopes: ["department.read"],
        endsOn: agencyDay(300),
      }),
    );
  const key = (id: string) =>
    act(ada, (tx) => addKey(tx, ada, id, { days: 200, networks: [], callsPerMinute: 60 }));
  const { id: directory } = await act(ada, (tx) => addDirectory(tx, ada, "Entra"));
  Object.assign(made, {
    program: (await program("Ledger of the county")).id,
    resting: (await program("Old reports")).id,
    token: (await act(ada, (tx) => addToken(tx, ada, directory, 100))).id,
    invitation: (
      await act(ada, (tx) =>
        invite(
          tx,
          ada,
          {
            email: "new@people.test",
            role: "user",
            departmentId: null,
            title: "",
            supervisorId: null,
            duties: [],
          },
          "http://localhost",
        ),
      )
    ).id,
  });
  made.key = (await key(made.program)).id;
  made.other = (await key(made.program)).id;
  await seal();
  checkpoint = await newestCheckpoint();
  ({ folder } = await backUp());
  // The day that is lost.
  await act(ada, (tx) => editMember(tx, ada, sam.personId!, { active: false, reason: "Left" }, 1));
  await act(ada, (tx) => editMember(tx, ada, max.personId!, { role: "user", duties: [] }, 1));
  await act(ada, (tx) => editMember(tx, ada, eve.personId!, { role: "manager" }, 1));
  await act(ada, (tx) => revokeKey(tx, ada, made.key));
  await act(ada, (tx) => revokeToken(tx, ada, made.token));
  await act(ada, (tx) => revokeInvitation(tx, ada, made.invitation));
  await act(ada, (tx) =>
    stepProgram(tx, ada, "pause", { id: made.resting, reason: "Nobody reads it", version: null }),
  );
  bundle = await keepBundle("day.jsonl");
});

const standingOf = async (t: TestDatabase) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(s.people).map(async ([name, { personId }]) => {
        const { active, role, duties } = await memberById(t.database.read(s.people.ada), personId!);
        return [name, `${active ? role : "closed"} ${duties.join(" ")}`.trim()];
      }),
    ),
  );
const goodOf = async (t: TestDatabase, table: "program_key" | "directory_token" | "invitation") =>
  (
    await t.database.read(s.people.ada).rows<{ id: string }>(sql`
      select id
      from (
        select id, org_id, revoked_at, 'program_key' as of
        from program_key
        union all
        select id, org_id, revoked_at, 'directory_token'
        from directory_token
        union all
        select id, org_id, revoked_at, 'invitation'
        from invitation
      ) k
      where k.of = ${table} and k.org_id = ${s.agency.orgId} and k.revoked_at is null
    `)
  ).map(({ id }) => id);
const reportOf = (t: TestDatabase, actor: Actor = s.people.ada) =>
  askingOf(() => t)<RestoreReport>(actor, "GET /api/v1/restore-report");

test("a kept audit record closes again who was ended, lost rights, and what was revoked; nobody else", async () => {
  const { t, found } = await restoreWith(folder, { bundles: [bundle] });
  expect(found[0]).toMatchObject({ evidence: "bundle", untold: 0, told: 7, cannot: [] });
  expect(found[0]!.lost).toBeGreaterThan(6);
  expect(await standingOf(t)).toEqual({
    ada: "admin",
    eve: "manager",
    max: "user",
    sam: "closed",
    tom: "user buyer",
  });
  expect(await goodOf(t, "program_key")).toEqual([made.other]);
  expect(await goodOf(t, "directory_token")).toEqual([]);
  expect(await goodOf(t, "invitation")).toEqual([]);
  const { report, waiting, items } = await reportOf(t);
  expect([report?.evidence, waiting, items.length]).toEqual(["bundle", 7, 7]);
  expect(items.map(({ name, told, toldBy }) => `${name}: ${told} by ${toldBy}`).toSorted()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^sam .*: Membership ended by ada$/),
      expect.stringMatching(/^max .*: Rights changed by ada$/),
      expect.stringMatching(/^Key lvp?\S+… of Ledger of the county: Revoked by ada$/),
      expect.stringMatching(/^Old reports: Paused by ada$/),
      expect.stringMatching(/^new@people\.test: Withdrawn by ada$/),
    ]),
  );
  // Whose account was closed reads why.
  expect(await closedTo(identityDb(t.database), s.people.sam.personId!)).toMatchObject([
    { told: true },
  ]);
  expect(foundLines(found).join("\n")).toMatch(
    /a kept audit record tells until .* Closed again by it: 7 people and keys\. What was ended later nobody tells/,
  );
  await answersAre(t, items);
});

/** Each refusal of an answer, and what each answer does. */
const answersAre = async (t: TestDatabase, items: readonly QuestionRow[]) => {
  const ask = askingOf(() => t);
  const { ada, eve, tom } = s.people;
  const of = (words: RegExp) => items.find(({ name }) => words.test(name))!.id;
  const say = (words: RegExp, answer: string, reason = "", actor = ada) =>
    ask<{ waits: string[] }>(actor, address, { ids: [of(words)], answer, reason });
  expect(await refusalOf(say(/^sam/, "opened"))).toContain("Say why it is opened again");
  expect(await refusalOf(say(/^Key/, "opened", "We need it"))).toMatch(
    /^told_for_good: Key .* stays revoked\. Whoever answers for the program makes a new one/,
  );
  expect(await refusalOf(say(/^Token/, "opened", "We need it"))).toContain("told_for_good");
  expect(await refusalOf(say(/^new@/, "opened", "We need it"))).toContain("told_for_good");
  expect(
    await refusalOf(
      say(
        /^eve/,
        "opened",
        "It was wrong",
        memberActor(s.agency.orgId, "admin", [], { personId: eve.personId! }),
      ),
    ),
  ).toBe("own_access: Another administrator answers about you.");
  expect(await refusalOf(say(/^sam/, "kept", "", tom))).toContain("not_allowed");
  expect(await refusalOf(ask(ada, address, { ids: [made.program], answer: "kept" }))).toContain(
    "not_found",
  );
  expect((await say(/^sam/, "opened", "The end was a mistake")).waits).toEqual([]);
  expect(await refusalOf(say(/^sam/, "kept"))).toMatch(
    /^answered: sam .*: it was opened already\./,
  );
  // Weighty rights wait for a second person, as ever.
  expect((await say(/^max/, "opened", "The end was a mistake")).waits).toEqual([
    expect.stringMatching(/^max .*: Its weighty rights wait for a second person, under Team\.$/),
  ]);
  await say(/^Old reports/, "opened", "Somebody reads it");
  await say(/^Key/, "kept");
  expect(await standingOf(t)).toMatchObject({ sam: "user", eve: "manager" });
  expect((await reportOf(t)).waiting).toBe(3);
  expect(await closedTo(identityDb(t.database), s.people.sam.personId!)).toEqual([]);
};

test("where nothing tells, everybody but administrators is closed with every key, until all are opened", async () => {
  // A later checkpoint tells how many entries are lost, and not which.
  const checkpoints = [await newestCheckpoint()];
  const { t, found } = await restoreWith(folder, { checkpoints }, ["nobody@people.test"]);
  expect(found[0]).toMatchObject({ evidence: "none", told: 0, untold: 7 });
  expect(found[0]!.lost).toBeGreaterThan(6);
  expect(await standingOf(t)).toMatchObject({
    ada: "admin",
    eve: "admin",
    max: "closed ap",
    sam: "closed",
    tom: "closed buyer",
  });
  for (const table of ["program_key", "directory_token", "invitation"] as const)
    expect(await goodOf(t, table)).toEqual([]);
  expect(foundLines(found).join("\n")).toContain("Its administrators were not checked");
  const { items } = await reportOf(t);
  const [kept, ...rest] = items.toSorted(
    (a, b) => Number(/^sam/.test(b.name)) - Number(/^sam/.test(a.name)),
  );
  const ask = askingOf(() => t);
  await ask(s.people.ada, address, { ids: [kept!.id], answer: "kept", reason: "She left" });
  await ask(s.people.ada, address, { ids: rest.map(({ id }) => id), answer: "opened" });
  expect(await standingOf(t)).toMatchObject({
    max: "manager ap",
    sam: "closed",
    tom: "user buyer",
  });
  expect((await goodOf(t, "program_key")).toSorted()).toEqual([made.key, made.other].toSorted());
  expect(await goodOf(t, "invitation")).toEqual([made.invitation]);
});

test("administrators who were named stay alone; what ran out meanwhile is not opened", async () => {
  const { t, found } = await restoreWith(folder, {}, [s.people.ada.email]);
  expect(found[0]).toMatchObject({ untold: 8, lost: 0 });
  expect(await standingOf(t)).toMatchObject({ ada: "admin", eve: "closed" });
  const over = sql`expires_at = clock_timestamp() - interval '1 minute'`;
  await t.database.transaction(s.people.ada, async (tx) => {
    await tx.rows(sql`update program_key set ${over} where org_id = ${s.agency.orgId}`);
    await tx.rows(sql`update directory_token set ${over} where org_id = ${s.agency.orgId}`);
    await tx.rows(sql`update invitation set ${over} where org_id = ${s.agency.orgId}`);
  });
  const { items } = await reportOf(t);
  const open = (words: RegExp) =>
    refusalOf(
      askingOf(() => t)(s.people.ada, address, {
        ids: [items.find(({ name }) => words.test(name))!.id],
        answer: "opened",
      }),
    );
  expect(await open(/^Key/)).toMatch(/^key_over: This key has run out/);
  expect(await open(/^Token/)).toMatch(/^token_over: This token has run out/);
  expect(await open(/^new@/)).toMatch(/^invitation_over: This invitation has run out/);
});

test("a checkpoint of the backup's own size shows that nothing was written, and nothing is closed", async () => {
  const { t, found } = await restoreWith(folder, { checkpoints: [checkpoint] });
  expect(found[0]).toMatchObject({ evidence: "checkpoint", told: 0, untold: 0, lost: 0 });
  expect((await standingOf(t))["sam"]).toBe("user");
});

test("what was altered, is of chosen records or no bundle is refused before anything is written", async () => {
  const read = (file: string) => readKept({ bundles: [file], checkpoints: [] }, [], auditKeys());
  const altered = join(s.kept, "altered.jsonl");
  writeFileSync(altered, readFileSync(bundle, "utf8").replace('"Left"', '"Lost"'));
  await expect(read(altered)).rejects.toThrow(/cannot be believed: .*digest does not match/);
  await expect(read(await keepBundle("chosen.jsonl", [s.people.sam.personId!]))).rejects.toThrow(
    "is a bundle of chosen records",
  );
  writeFileSync(altered, "no bundle\n");
  await expect(read(altered)).rejects.toThrow("cannot be believed");
  const kept = readKept({ bundles: [], checkpoints: ["no checkpoint"] }, [], auditKeys());
  await expect(kept).rejects.toThrow("not a signed note");
});

test("an address that is nobody in the backup is said", async () => {
  const record = { file: "x.jsonl", orgId: made.key, agency: "Elsewhere", size: 1, entries: [] };
  const lines = await strayLines(s.t.database, {
    records: [{ ...record, until: "2026-11-25T00:00:00.000Z" as never }],
    checkpoints: [],
    administrators: ["nobody@people.test", s.people.ada.email],
  });
  expect(lines).toEqual([
    expect.stringContaining("x.jsonl is the audit record of Elsewhere"),
    expect.stringContaining("nobody@people.test is nobody in the backup"),
  ]);
  const cannot: FoundOut = {
    agency: "A",
    evidence: "checkpoint",
    until: "2026-11-25T00:00:00.000Z" as never,
    lost: 0,
    told: 0,
    untold: 0,
    cannot: ["Ada stays."],
  };
  expect(foundLines([cannot])).toContain("  Ada stays.");
});
